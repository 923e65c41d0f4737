import { isObject, type Json, type JsonObject, Num } from "../../json/index.ts";
import type { PlatformMutant } from "./mutant.ts";

const opOf = (message: JsonObject): Json | undefined => message.get("op");
const isEvent = (message: JsonObject): boolean => opOf(message) === "event";
const seqOf = (message: JsonObject): number => Number((message.get("seq") as Num).raw);

/** Returns a copy with another value of a key; undefined removes it. */
function changed(message: JsonObject, key: string, value: Json | undefined): JsonObject {
  const copy = new Map(message);
  if (value === undefined) copy.delete(key);
  else copy.set(key, value);
  return copy;
}

/** The numbers after which channels continue, each moved by some. */
const moved = (after: Json | undefined, by: number): Json =>
  new Map(
    isObject(after)
      ? [...after].map(([channel, seq]) => [channel, new Num(String(Number((seq as Num).raw) + by))])
      : [],
  );

/** Mistakes of the stream. */
export const streamMutants: PlatformMutant[] = [
  {
    id: "stream-needs-no-key",
    what: "A stream is opened without a key.",
    killers: ["stream.needs-a-key/none"],
    ask(asked, { keys }) {
      if (asked.path.endsWith("/stream") && asked.headers.authorization === undefined)
        asked.headers["x-api-key"] ??= keys.alice;
    },
  },
  {
    id: "stream-key-in-the-query-string",
    what: "A stream takes its key from the query string.",
    killers: ["stream.needs-a-key/in-the-query-string"],
    ask(asked) {
      const key = asked.query.get("api_key");
      if (key === null || !asked.path.endsWith("/stream")) return;
      asked.query.delete("api_key");
      asked.headers["x-api-key"] = key;
    },
  },
  {
    id: "stream-foreign-bot-is-forbidden",
    what: "A subscription of another user's bot is refused in another way than that of an unknown one.",
    killers: ["stream.foreign-bot-looks-unknown/foreign"],
    hear(message, { memory }) {
      if (/^bot_(?!000)/.test(String(message.get("bot_id")))) memory.set(String(message.get("id")), true);
      return [message];
    },
    say: (message, { memory }) =>
      opOf(message) === "error" && memory.has(String(message.get("id")))
        ? [changed(message, "code", "insufficient_scope")]
        : [message],
  },
  {
    id: "stream-errors-without-id",
    what: "A refusal does not say which subscription it is about.",
    killers: ["stream.foreign-bot-looks-unknown", "stream.bad-messages-are-refused/unknown-field"],
    say: (message) => [opOf(message) === "error" ? changed(message, "id", undefined) : message],
  },
  {
    id: "stream-refuses-silently",
    what: "A message that is not understood gets no answer.",
    killers: ["stream.bad-messages-are-refused/unknown-op", "stream.id-is-in-use"],
    say: (message) => (opOf(message) === "error" ? [] : [message]),
  },
  {
    id: "stream-sends-events-twice",
    what: "Every record is sent twice.",
    killers: ["stream.lines-in-order-and-once", "stream.status-of-a-bot"],
    say: (message) => (isEvent(message) ? [message, message] : [message]),
  },
  {
    id: "stream-loses-a-record",
    what: "Every third record is lost.",
    killers: ["stream.lines-in-order-and-once", "stream.metrics-keep-their-digits"],
    say: (message) => (isEvent(message) && seqOf(message) % 3 === 0 ? [] : [message]),
  },
  {
    id: "stream-swaps-records",
    what: "Two records are sent in the wrong order.",
    killers: ["stream.lines-in-order-and-once", "stream.metrics-keep-their-digits"],
    say(message, { memory }) {
      const held = memory.get("held") as JsonObject | undefined;
      if (!isEvent(message) || message.get("channel") === "status") return [message];
      if (held) {
        memory.delete("held");
        return [message, held];
      }
      memory.set("held", message);
      return [];
    },
  },
  {
    id: "stream-hides-a-gap",
    what: "Records that are not sent are not missing by their numbers: the numbers are made dense.",
    killers: ["stream.record-is-that-of-the-log", "stream.lines-in-order-and-once"],
    say(message, { memory }) {
      if (!isEvent(message) || message.get("channel") !== "logs") return [message];
      const key = `dense ${String(message.get("id"))}`;
      if (seqOf(message) === 2) return [];
      const seq = new Num(String(((memory.get(key) as number | undefined) ?? 0) + 1));
      memory.set(key, Number(seq.raw));
      const record = message.get("record") as JsonObject;
      return [changed(changed(message, "seq", seq), "record", changed(record, "seq", seq))];
    },
  },
  {
    id: "stream-ignores-after",
    what: "A subscription always continues after the newest record.",
    killers: ["stream.resumes-on-a-new-connection", "stream.status-of-a-bot"],
    hear: (message) => [changed(message, "after", undefined)],
  },
  {
    id: "stream-after-is-inclusive",
    what: "A subscription begins with the record of the given number, not after it.",
    killers: ["stream.resumes-on-a-new-connection", "stream.unsubscribed"],
    hear: (message) => [
      message.has("after") ? changed(message, "after", moved(message.get("after"), -1)) : message,
    ],
    say: (message) => [
      opOf(message) === "subscribed" ? changed(message, "after", moved(message.get("after"), 1)) : message,
    ],
  },
  {
    id: "stream-repeats-all-without-after",
    what: "Without a number, a subscription begins with the first record.",
    killers: ["stream.subscription-without-a-number"],
    hear(message) {
      const channels = message.get("channels");
      if (opOf(message) !== "subscribe" || message.has("after") || !Array.isArray(channels)) return [message];
      const zero = new Num("0");
      return [changed(message, "after", new Map(channels.map((name) => [String(name), zero])))];
    },
  },
  {
    id: "stream-ignores-channels",
    what: "All channels of a bot are subscribed.",
    killers: ["stream.channels-are-chosen/logs", "stream.channels-are-chosen/metrics"],
    hear: (message) => [
      opOf(message) === "subscribe" && Array.isArray(message.get("channels"))
        ? changed(message, "channels", ["logs", "metrics", "status"])
        : message,
    ],
  },
  {
    id: "stream-ignores-unsubscribe",
    what: "Unsubscribing has no effect.",
    killers: ["stream.unsubscribed"],
    hear: (message) => (opOf(message) === "unsubscribe" ? [] : [message]),
  },
  {
    id: "stream-through-a-double",
    what: "Records are parsed and written anew.",
    killers: ["stream.metrics-keep-their-digits", "stream.record-is-that-of-the-log"],
    say: (message) => [throughDouble(message) as JsonObject],
  },
  {
    id: "stream-stays-open",
    what: "A stream goes on after its key was revoked.",
    killers: ["stream.closes-when-the-key-is-revoked", "stream.closes-when-the-user-is-disabled"],
    close: ({ code, ...rest }) => (code === 1008 ? undefined : { code, ...rest }),
  },
  {
    id: "stream-closes-late",
    what: "A stream is closed three seconds after its key was revoked.",
    killers: ["stream.closes-when-the-key-is-revoked", "stream.closes-when-the-user-is-disabled"],
    close: (closed) => ({ ...closed, afterMs: 3000 }),
  },
  {
    id: "stream-closes-normally",
    what: "A stream whose key was revoked is closed with 1000.",
    killers: ["stream.closes-when-the-key-is-revoked", "stream.closes-when-the-key-expires"],
    close: (closed) => ({ ...closed, code: 1000 }),
  },
  {
    id: "stream-closes-without-a-reason",
    what: "A stream that is closed does not say why.",
    killers: ["stream.closes-when-the-key-is-revoked"],
    close: (closed) => ({ ...closed, reason: "" }),
  },
];

function throughDouble(value: Json): Json {
  if (value instanceof Num) return new Num(String(Number(value.raw)));
  if (Array.isArray(value)) return value.map(throughDouble);
  return isObject(value) ? new Map([...value].map(([key, inner]) => [key, throughDouble(inner)])) : value;
}
