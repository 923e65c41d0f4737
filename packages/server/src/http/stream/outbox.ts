import type { WebSocket } from "ws";
import type { Clock } from "../../engine/clock.ts";

/** Bytes that may wait in a socket before its feeds pause. */
const pausesAt = 1024 * 1024;
const goesOnAt = pausesAt / 4;
/** A client that takes longer than that to take in a full buffer is slow; its backlog may be cut. */
const slowMs = 5_000;
const hopelessMs = 30_000;

/** The sending side of one socket: never more than a bounded backlog in memory. */
export class Outbox {
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  #pending = 0;
  #waiting: (() => void)[] = [];

  constructor(socket: WebSocket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
    socket.on("close", () => this.#wake());
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  get full(): boolean {
    return this.#pending > pausesAt;
  }

  send(message: object): void {
    if (!this.open) return;
    const text = JSON.stringify(message);
    this.#pending += text.length;
    this.#socket.send(text, () => {
      this.#pending -= text.length;
      if (this.#pending <= goesOnAt) this.#wake();
    });
  }

  /** Waits until there is room again; true when that took so long that the client must be called slow. */
  async room(): Promise<boolean> {
    if (!this.full || !this.open) return false;
    const since = this.#clock.now().getTime();
    // 1013, "try again later": the client may come back behind the last number that it has seen.
    const giveUp = this.#clock.after(hopelessMs, () => {
      this.#socket.close(1013, "The client reads too slowly.");
      setTimeout(() => this.#socket.terminate(), 1_000).unref();
    });
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    giveUp();
    return this.#clock.now().getTime() - since > slowMs;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
