import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A connection between two programs of this machine, which a test can break as a network does. */
export class Wire {
  #port: number;
  #server: Server;
  #isSilent = false;
  #silentAt = Number.POSITIVE_INFINITY;
  #connections = 0;
  readonly #sockets = new Set<Socket>();

  private constructor(to: number) {
    this.#port = to;
    this.#server = this.#listener();
  }

  /** @param to port of this machine */
  static async to(to: number): Promise<Wire> {
    const wire = new Wire(to);
    wire.#server.listen(0, "127.0.0.1");
    await once(wire.#server, "listening");
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** From now on, leads to another port: what was connected is cut. */
  lead(to: number): void {
    this.#port = to;
    this.cut();
  }

  /** Ends all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** As a firewall does: accepts connections and passes nothing on, and says nothing to those that are open. */
  silence(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Does so from the n-th connection on, the first of which is 1. */
  silenceAt(connection: number): void {
    this.#silentAt = connection;
  }

  /** Passes everything on again. What is open since before the silence is cut, as by a firewall that has forgotten it. */
  speak(): void {
    this.#isSilent = false;
    this.cut();
  }

  /** Refuses connections and ends those that are open. Returns how to accept them again, at the same port. */
  async refuse(): Promise<() => Promise<void>> {
    const { port } = this;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.cut();
    await closed;
    return async () => {
      this.#server = this.#listener();
      this.#server.listen(port, "127.0.0.1");
      await once(this.#server, "listening");
    };
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.refuse();
  }

  #listener(): Server {
    return createServer((near) => {
      this.#keep(near);
      if (++this.#connections >= this.#silentAt) this.silence();
      if (this.#isSilent) return void near.pause();
      const far = connect(this.#port, "127.0.0.1");
      this.#keep(far);
      near.pipe(far).pipe(near);
      near.on("close", () => far.destroy());
      far.on("close", () => near.destroy());
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    // Tells by its end.
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
  }
}
