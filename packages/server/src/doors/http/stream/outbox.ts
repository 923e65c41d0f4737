import type { Writable } from "node:stream";
import type { Clock } from "../../../clock.ts";
import { inFrames } from "./frames.ts";
import type { Socket } from "./socket.ts";

/** Bytes waiting in a socket at which its feeds pause, and at which they resume. */
const pausesAt = 1024 * 1024;
const goesOnAt = pausesAt / 4;
/** A client that takes longer to read a full buffer is slow; its backlog may be cut. */
const slowMs = 5_000;
const hopelessMs = 30_000;

/** Sends to one socket with a bounded backlog in memory. */
export class Outbox {
  readonly #socket: Socket;
  readonly #connection: Writable;
  readonly #clock: Clock;
  #pending = 0;
  #waiting: (() => void)[] = [];

  /** @param connection the connection of the socket, to which frames are written */
  constructor(socket: Socket, connection: Writable, clock: Clock) {
    this.#socket = socket;
    this.#connection = connection;
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
    this.write(inFrames([JSON.stringify(message)]));
  }

  /**
   * Sends messages that are frames already. The package `ws` would send each message on its own, and encode it for each
   * stream again. It has no queue of its own, since messages are not compressed, so its pings do not divide a frame.
   */
  write(frames: Uint8Array): void {
    if (!this.open) return;
    this.#pending += frames.length;
    this.#connection.write(frames, () => {
      this.#pending -= frames.length;
      if (this.#pending <= goesOnAt) this.#wake();
    });
  }

  /** Waits until the buffer has room. Returns true if that took so long that the client counts as slow. */
  async room(): Promise<boolean> {
    if (!this.full || !this.open) return false;
    const since = this.#clock.now().getTime();
    // 1013, "try again later": the client can reconnect and continue after the last number it received.
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
