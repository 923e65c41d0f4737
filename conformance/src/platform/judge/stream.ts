import { isObject, type Json, type JsonObject, Malformed, Num, read, write } from "../../json/index.ts";

/** What must hold for all messages of one connection: the channels of a subscription have no gap that is not reported. */
export class StreamJudge {
  /** The number after which a channel of a subscription continues, by `id channel`. */
  readonly #positions = new Map<string, number>();

  /** Reads a message, and says what is wrong with it. */
  read(data: Uint8Array, isBinary: boolean): { message: Json; problem: string | undefined } {
    const text = Buffer.from(data).toString();
    if (isBinary) return { message: text, problem: "expected a text message, got a binary one" };
    try {
      const message = read(text);
      return { message, problem: isObject(message) ? this.#judge(message) : "a message is not an object" };
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      return { message: text, problem: `not one JSON document: ${error.message}` };
    }
  }

  #judge(message: JsonObject): string | undefined {
    const op = message.get("op");
    const id = String(message.get("id"));
    if (op === "subscribed") {
      const after = message.get("after");
      if (!isObject(after)) return "subscribed does not say after which numbers the channels continue";
      for (const [channel, seq] of after) this.#positions.set(`${id} ${channel}`, numberOf(seq));
      return undefined;
    }
    if (op === "error" || op === "pong") return undefined;
    if (op !== "event" && op !== "gap") return `there is no message ${write(op ?? null)}`;
    const channel = `${id} ${String(message.get("channel"))}`;
    const position = this.#positions.get(channel);
    if (position === undefined) return `a message of a channel that is not subscribed: ${write(message)}`;
    const [first, last] = op === "event" ? ["seq", "seq"] : ["from", "to"];
    const from = numberOf(message.get(first!));
    if (from !== position + 1) return `expected number ${position + 1} of ${channel}, got ${from}`;
    const to = numberOf(message.get(last!));
    if (!(to >= from)) return `a gap ends before it begins: ${write(message)}`;
    this.#positions.set(channel, to);
    const record = message.get("record");
    if (op === "event" && !(isObject(record) && numberOf(record.get("seq")) === to))
      return `the record does not have the number of its message: ${write(message)}`;
    return undefined;
  }
}

const numberOf = (value: Json | undefined): number => (value instanceof Num ? Number(value.raw) : Number.NaN);
