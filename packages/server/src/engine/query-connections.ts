import type { Socket } from "node:net";
import type { Client } from "undici";

/** Without word of the server's own about how long it keeps a connection. */
const keptIdleMs = 60_000;

/** The HTTP client; loaded with the first question, because of the memory that a platform without any need not have. */
let loading: Promise<typeof import("undici")> | undefined;

/** Kept connections by address, those used last at the end. */
const idle = new Map<string, Connection[]>();

/** One connection to a bot's query server, for one question at a time. Idle ones do not keep this process alive. */
export class Connection {
  readonly client: Client;
  readonly #address: string;
  #socket: Socket | undefined;
  #heardBefore = 0;

  private constructor(address: string, { Client, buildConnector }: typeof import("undici")) {
    this.#address = address;
    const connect = buildConnector({ timeout: 0 });
    this.client = new Client(address, {
      // Questions have a time-out of their own, for all of it.
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

  /** One that an earlier question left. */
  static kept(host: string, port: number): Connection | undefined {
    const address = addressOf(host, port);
    const connections = idle.get(address);
    const last = connections?.pop();
    if (connections?.length === 0) idle.delete(address);
    if (last) last.#heardBefore = last.#socket?.bytesRead ?? 0;
    return last;
  }

  /** Whether any byte has come since this question's turn began. */
  get hasHeard(): boolean {
    return (this.#socket?.bytesRead ?? 0) > this.#heardBefore;
  }

  /** The answer was read to its end: the next question may use it. */
  keep(): void {
    const connections = idle.get(this.#address);
    if (connections) connections.push(this);
    else idle.set(this.#address, [this]);
  }

  /** For good, with whatever is still under way. */
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
