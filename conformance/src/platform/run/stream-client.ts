import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { type Json, write } from "../../json/index.ts";
import { match } from "../../judge/match.ts";
import type { Matcher } from "../../model.ts";
import { StreamJudge } from "../judge/stream.ts";
import type { StreamAct } from "../model.ts";

const opensWithinMs = 10_000;

/** The connection of one client of the stream, with the messages that it has not taken yet. */
export class StreamClient {
  readonly #socket: WebSocket;
  readonly #judge = new StreamJudge();
  readonly #waiting: Json[] = [];
  readonly #opened: Promise<string | undefined>;
  #closed: { code: number; reason: string } | undefined;
  #wake = () => {};
  /** What no message may be, whatever is expected. */
  wrong: string | undefined;

  constructor(url: string, headers: Record<string, string>, from: string | undefined) {
    const { "sec-websocket-protocol": protocols, ...others } = lowerCase(headers);
    // The client must know which ones it offers.
    this.#socket = new WebSocket(url.replace(/^http/, "ws"), protocols?.split(", ") ?? [], {
      headers: others,
      handshakeTimeout: opensWithinMs,
      ...(from === undefined ? {} : { localAddress: from }),
    });
    this.#opened = new Promise((resolve) => {
      this.#socket.on("open", () => resolve(undefined));
      this.#socket.on("error", ({ message }) => resolve(message));
      this.#socket.on("unexpected-response", (_, response: IncomingMessage) => {
        response.destroy();
        resolve(`expected the stream, got ${response.statusCode}`);
      });
    });
    this.#socket.on("message", (data: Buffer, isBinary) => {
      const { message, problem } = this.#judge.read(data, isBinary);
      this.wrong ??= problem;
      this.#waiting.push(message);
      this.#wake();
    });
    this.#socket.on("close", (code, reason) => {
      this.#closed = { code, reason: reason.toString() };
      this.#wake();
    });
  }

  /** Returns why the stream could not be opened; undefined if it is open. */
  opened(): Promise<string | undefined> {
    return this.#opened;
  }

  send(data: Extract<StreamAct, { kind: "send" }>["data"]): void {
    if ("json" in data) this.#socket.send(write(data.json));
    else this.#socket.send("text" in data ? data.text : Buffer.from(data.bytes, "base64"));
  }

  /** Takes the next message that matches; undefined if none comes within the time. */
  async next(where: Matcher | null, deadline: number): Promise<Json | undefined> {
    for (;;) {
      const i = this.#waiting.findIndex((message) => where === null || !match(where, message));
      if (i >= 0) return this.#waiting.splice(i, 1)[0];
      if (this.#closed || !(await this.#change(deadline))) return undefined;
    }
  }

  /** Returns how the stream was closed; undefined if it is not within the time. */
  async closed(deadline: number): Promise<{ code: number; reason: string } | undefined> {
    while (!this.#closed) if (!(await this.#change(deadline))) break;
    return this.#closed;
  }

  end(): void {
    this.#socket.on("error", () => {});
    this.#socket.terminate();
  }

  /** Waits for a message or the end; false if neither comes within the time. */
  async #change(deadline: number): Promise<boolean> {
    const left = deadline - performance.now();
    if (left <= 0) return false;
    let timer: NodeJS.Timeout | undefined;
    const isInTime = await new Promise<boolean>((resolve) => {
      this.#wake = () => resolve(true);
      timer = setTimeout(() => resolve(false), left);
    });
    clearTimeout(timer);
    return isInTime;
  }
}

const lowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
