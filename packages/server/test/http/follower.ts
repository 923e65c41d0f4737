import WebSocket from "ws";
import type { Client, TestPlatform } from "./harness.ts";

// biome-ignore lint/suspicious/noExplicitAny: messages have many shapes.
type Message = any;

/** A client of the stream that keeps all messages. */
export class Follower {
  readonly messages: Message[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<{ code: number; reason: string }>;
  #look: (() => void)[] = [];

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => {
      this.messages.push(JSON.parse(String(data)));
      for (const look of this.#look) look();
    });
    this.closed = new Promise((resolve) => {
      socket.on("close", (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  static async open(at: TestPlatform, client: Client): Promise<Follower> {
    const socket = new WebSocket(`${at.platform.apiUrl.replace("http", "ws")}/stream`, {
      headers: { authorization: `ApiKey ${client.key}` },
    });
    const follower = new Follower(socket);
    await new Promise((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return follower;
  }

  send(message: object | string): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** Resolves when `found` returns a value for the messages received so far. */
  until<Found>(found: (messages: Message[]) => Found | undefined | false): Promise<Found> {
    return new Promise((resolve) => {
      const look = () => {
        const value = found(this.messages);
        if (value === undefined || value === false) return;
        this.#look = this.#look.filter((other) => other !== look);
        resolve(value);
      };
      this.#look.push(look);
      look();
    });
  }

  seqs(channel = "logs"): number[] {
    return this.messages.filter((m) => m.op === "event" && m.channel === channel).map((m) => m.seq);
  }
}
