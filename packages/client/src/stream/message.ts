import { ApiError } from "../errors.ts";

/** A message of the platform on the stream. */
export type ServerMessage =
  | { op: "subscribed"; id: string; after: Record<string, number> }
  | { op: "event"; id: string; channel: string; seq: number; record: unknown }
  | { op: "gap"; id: string; channel: string; from: number; to: number }
  | { op: "pong"; time: string }
  | { op: "error"; id?: string; code: string; message: string };

/** An open connection to the stream. */
export interface Socket {
  send(message: object): void;
  close(): void;
  /** Ends the connection soon if it is lost without a notice. */
  probe?(): void;
  /** The messages in order; ends when the connection is closed. */
  messages: AsyncIterable<ServerMessage>;
}

/** Messages that arrived and were not read yet. */
export class Inbox implements AsyncIterable<ServerMessage> {
  readonly #waiting: ServerMessage[] = [];
  #wake: (() => void) | undefined;
  #open = true;

  put(message: ServerMessage): void {
    this.#waiting.push(message);
    this.#stir();
  }

  end(): void {
    this.#open = false;
    this.#stir();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ServerMessage> {
    while (true) {
      const next = this.#waiting.shift();
      if (next) yield next;
      else if (!this.#open) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  #stir(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}

export function refusalOf(message: { code: string; message: string }): ApiError {
  const status = message.code.endsWith("not_found") ? 404 : message.code === "unauthorized" ? 401 : 400;
  return new ApiError(status, { code: message.code, detail: message.message }, new Headers());
}
