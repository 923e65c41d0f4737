import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { SeenAnswer } from "../model.ts";
import { takeAnswer } from "./take-answer.ts";

/** One connection to a served bot. Bytes are Latin-1 text: one character for each byte. */
export class Connection {
  readonly #socket: Socket;
  readonly #port: number;
  #received = "";
  #closed = false;
  #changed: () => void = () => {};

  private constructor(socket: Socket, port: number) {
    this.#socket = socket;
    this.#port = port;
    socket.setNoDelay(true);
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      this.#received += text;
      this.#changed();
    });
    const close = () => {
      this.#closed = true;
      this.#changed();
    };
    socket.on("error", close).on("end", close).on("close", close);
  }

  static open(host: string, port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, allowHalfOpen: true });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.removeListener("error", reject);
        resolve(new Connection(socket, port));
      });
    });
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Received bytes that no answer has consumed. */
  get unread(): string {
    return this.#received;
  }

  send(bytes: string): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes, "latin1");
  }

  /** Resolves when the server has read everything that was sent. */
  async taken(signal: AbortSignal): Promise<void> {
    const own = hex(this.#socket.localPort ?? 0);
    const server = hex(this.#port);
    while (!signal.aborted && !this.#closed && !this.#socket.destroyed) {
      const rows = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) =>
        readFileSync(file, "latin1").split("\n"),
      );
      const row = rows.find((line) => new RegExp(`:${server} [0-9A-F]+:${own} `).test(line));
      if (row === undefined || /^\s*\d+: \S+ \S+ \S+ [0-9A-F]+:0{8} /.test(row)) return;
      await pause(2);
    }
  }

  /** Returns the next answer; undefined if the connection ends or `signal` is aborted before one arrives. */
  async answer(isHead: boolean, signal: AbortSignal): Promise<SeenAnswer | undefined> {
    for (;;) {
      const taken = takeAnswer(this.#received, isHead, this.#closed);
      if (taken) {
        this.#received = this.#received.slice(taken.length);
        return taken.answer;
      }
      if (this.#closed) return undefined;
      if (!signal.aborted) await this.#change(signal);
      else if (!(await this.#lateChange())) return undefined;
    }
  }

  async closed(signal: AbortSignal): Promise<boolean> {
    while (!this.#closed && !signal.aborted) await this.#change(signal);
    return this.#closed;
  }

  /** Stops sending; the server sees the end of the client's bytes and can still answer. */
  stopSending(): void {
    if (!this.#socket.destroyed) this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Waits for data that a process sent before its end, which may arrive late. */
  #lateChange(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), 1000);
      this.#changed = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.#changed = done;
      signal.addEventListener("abort", done);
    });
  }
}

const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, "0");
