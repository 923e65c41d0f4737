import type { Socket } from "node:net";
import type { Client } from "undici";

/** How long an idle connection is kept, if the server does not say. */
const keptIdleMs = 60_000;

/** The HTTP client, loaded with the first query to save memory on platforms without queries. */
let loading: Promise<typeof import("undici")> | undefined;

/** Idle connections by address, the most recently used last. */
const idle = new Map<string, Connection[]>();

/** A connection to a bot's query server, for one query at a time. Idle connections do not keep this process alive. */
export class Connection {
  readonly client: Client;
  readonly #address: string;
  #socket: Socket | undefined;
  #heardBefore = 0;

  private constructor(address: string, { Client, buildConnector }: typeof import("undici")) {
    this.#address = address;
    const connect = buildConnector({ timeout: 0 });
    this.client = new Client(address, {
      // Each query has one time-out that covers everything.
      ...{ headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: keptIdleMs, pipelining: 1 },
      connect: (options, connected) =>
        connect(options, (...result) => {
          this.#socket = result[1] ?? undefined;
          this.#heardBefore = 0;
          connected(...result);
        }),
    });
    this.client.on("disconnect", () => this.#forget());
  }

  static async open(host: string, port: number): Promise<Connection> {
    loading ??= import("undici");
    return new Connection(addressOf(host, port), await loading);
  }

  /** Returns an idle connection of an earlier query, if there is one. */
  static kept(host: string, port: number): Connection | undefined {
    const address = addressOf(host, port);
    const connections = idle.get(address);
    const last = connections?.pop();
    if (connections?.length === 0) idle.delete(address);
    if (last) last.#heardBefore = last.#socket?.bytesRead ?? 0;
    return last;
  }

  /** Whether any byte was received since the current query began. */
  get hasHeard(): boolean {
    return (this.#socket?.bytesRead ?? 0) > this.#heardBefore;
  }

  /** Makes the connection available to the next query. The answer must have been read to its end. */
  keep(): void {
    const connections = idle.get(this.#address);
    if (connections) connections.push(this);
    else idle.set(this.#address, [this]);
  }

  /** Closes the connection and aborts a query in progress. */
  end(): void {
    void this.client.destroy();
  }

  #forget(): void {
    const connections = idle.get(this.#address);
    const at = connections?.indexOf(this) ?? -1;
    if (at < 0) return;
    connections?.splice(at, 1);
    if (connections?.length === 0) idle.delete(this.#address);
  }
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
