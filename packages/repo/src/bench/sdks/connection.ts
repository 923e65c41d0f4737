import { once } from "node:events";
import { connect, type Socket } from "node:net";

const body = '{"limit":5}';
const ping: Exchange = {
  request: Buffer.from(
    `POST /ping HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ),
  ending: '{"pong":true}',
};

/** What a connection sends, and how the text of a right answer ends. */
export interface Exchange {
  request: Buffer;
  ending: string;
}

/** A connection that is kept open. It does as little as possible, because its own time is part of both sides. */
export class Connection {
  readonly #socket: Socket;
  readonly #exchange: Exchange;
  #waiting = Promise.withResolvers<string>();

  private constructor(socket: Socket, exchange: Exchange) {
    this.#exchange = exchange;
    this.#socket = socket.setNoDelay().setEncoding("latin1");
    let received = "";
    socket.on("data", (chunk: string) => {
      received += chunk;
      const length = lengthOf(received);
      if (length === undefined || received.length < length) return;
      this.#waiting.resolve(received);
      received = "";
    });
    socket.on("close", () => this.#waiting.reject(new Error("The server closed the connection.")));
    // A connection that is closed while nothing is asked is no failure.
    this.#waiting.promise.catch(() => {});
  }

  static async open(port: number, exchange = ping): Promise<Connection> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    return new Connection(socket, exchange);
  }

  /** Sends the request and returns the nanoseconds until its answer is complete. */
  async ask(): Promise<number> {
    this.#waiting = Promise.withResolvers();
    const began = process.hrtime.bigint();
    this.#socket.write(this.#exchange.request);
    const answer = await this.#waiting.promise;
    const time = Number(process.hrtime.bigint() - began);
    if (!answer.startsWith("HTTP/1.1 200 ") || !answer.endsWith(this.#exchange.ending))
      throw new Error(`The server answered: ${answer}`);
    return time;
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Returns the length of the answer that `text` begins with, or undefined while its head is incomplete. */
export function lengthOf(text: string): number | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end)) ?? [];
  if (length === undefined) throw new Error(`The answer has no Content-Length: ${text.slice(0, end)}`);
  return end + 4 + Number(length);
}
