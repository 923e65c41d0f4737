import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { PlatformError } from "../../../errors/platform-error.ts";
import { Exactly } from "../../../operations/documents/named.ts";
import { readSent } from "../../json.ts";

export const channels = ["logs", "metrics", "status"] as const;
export type Channel = (typeof channels)[number];

const seq = Type.Optional(Type.Integer({ minimum: 0 }));
const id = Type.String({ minLength: 1, maxLength: 100 });

const subscribe = Exactly({
  op: Type.Literal("subscribe"),
  id,
  bot_id: Type.String(),
  channels: Type.Array(Type.Enum([...channels]), { minItems: 1, maxItems: channels.length }),
  after: Type.Optional(Exactly({ logs: seq, metrics: seq, status: seq })),
});
const unsubscribe = Exactly({ op: Type.Literal("unsubscribe"), id });
/** For clients that do not see the pings of the WebSocket protocol, as in a browser. */
const ping = Exactly({ op: Type.Literal("ping") });

export type Subscribe = Static<typeof subscribe>;
export type ClientMessage = Subscribe | Static<typeof unsubscribe> | Static<typeof ping>;

const shapes = { subscribe: Compile(subscribe), unsubscribe: Compile(unsubscribe), ping: Compile(ping) };

/**
 * Parses a message of a client.
 *
 * @throws {PlatformError} `malformed_json`, `invalid_parameter`
 */
export function readMessage(sent: Uint8Array): ClientMessage {
  // Limits nesting: a deeper value could be parsed, but not validated or quoted.
  const message = readSent(sent, { what: "The message" });
  const op = (message as { op?: unknown } | null)?.op;
  if (op !== "subscribe" && op !== "unsubscribe" && op !== "ping") {
    const given = typeof op === "string" ? `, not ${JSON.stringify(op.slice(0, 40))}` : "";
    throw new PlatformError(
      "invalid_parameter",
      `"op" must be "subscribe", "unsubscribe" or "ping"${given}.`,
    );
  }
  const shape = shapes[op];
  if (shape.Check(message)) return message as ClientMessage;
  const [fault] = shape.Errors(message);
  throw new PlatformError(
    "invalid_parameter",
    `The message is invalid: ${fault?.instancePath || "it"} ${fault?.message}.`,
  );
}

/** Returns the `id` of an invalid message, so that the error can refer to it. */
export function idOf(text: string): string | undefined {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}
