import type { Socket } from "node:net";
import type { Address } from "@botyard/runtime";
import type { buildConnector, Client } from "undici";

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

  private constructor(address: Address, connect: buildConnector.connector, client: typeof Client) {
    this.#address = keyOf(address);
    this.client = new client(urlOf(address), {
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

  /** @param dial connects to an address in the network of a launch */
  static async open(address: Address, dial: Dial): Promise<Connection> {
    loading ??= import("undici");
    const { Client, buildConnector } = await loading;
    const connect = address.launch === undefined ? buildConnector({ timeout: 0 }) : dialling(address, dial);
    return new Connection(address, connect, Client);
  }

  /** Returns an idle connection of an earlier query, if there is one. */
  static kept(address: Address): Connection | undefined {
    const key = keyOf(address);
    const connections = idle.get(key);
    const last = connections?.pop();
    if (connections?.length === 0) idle.delete(key);
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

export type Dial = (address: Address) => Promise<Socket>;

function dialling(address: Address, dial: Dial): buildConnector.connector {
  return (_, connected) => {
    dial(address).then(
      (socket) => connected(null, socket),
      (error) => connected(error, null),
    );
  };
}

const urlOf = ({ host, port }: Address) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** All launches with a network of their own have the same address. */
const keyOf = (address: Address) => `${address.launch ?? ""} ${urlOf(address)}`;
