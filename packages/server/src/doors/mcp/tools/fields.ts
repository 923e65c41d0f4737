import { Type } from "typebox";
import { Exactly } from "../../../operations/documents/named.ts";

export const text = Type.String();
export const optionalText = Type.Optional(text);
export const integer = Type.Integer();
export const flag = Type.Boolean();
/** An object that is described elsewhere. */
export const free = Type.Unsafe<Record<string, unknown>>({ type: "object" });

export const botId = Type.String({
  description: "Instance id from bot_list or bot_deploy.",
  minLength: 1,
  maxLength: 64,
});

/** Which custom bot. */
export const customBot = Exactly({
  name: Type.String({
    description: 'Custom bot name, e.g. "sma-crossover" (from custom_bot_list).',
    minLength: 1,
    maxLength: 128,
  }),
  version: Type.Optional(
    Type.String({
      description: 'Version, e.g. "1.2.0". Omit for the latest.',
      minLength: 1,
      maxLength: 64,
    }),
  ),
});

const name = Type.String({ minLength: 1, maxLength: 128 });
const type = Type.String({
  description: '"<realtime|scheduled>/<custom bot name>", e.g. "scheduled/sma-crossover".',
  pattern: "^(realtime|scheduled)/[^/]+$",
});
const version = Type.String({ description: "Custom bot version to run.", minLength: 1 });
const rest = {
  schedule: Type.Optional(
    Type.String({
      description:
        'Five-field cron, UTC. Required for scheduled/*, not allowed for realtime/*. e.g. "0 14 * * 1-5".',
    }),
  ),
  timezone: Type.Optional(Type.String({ description: "IANA time zone." })),
  catch_up: Type.Optional(Type.Enum(["none", "last"])),
  start_deadline_seconds: Type.Optional(Type.Integer({ minimum: 1 })),
  timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, description: "Longest run." })),
  config: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: "object",
      description: "Bot settings; must satisfy that version's custom_bot_schema.",
      additionalProperties: true,
    }),
  ),
};

/** The configuration of a new instance. */
export const newInstance = Exactly(
  { name, type, version, ...rest },
  { description: "Instance configuration." },
);

/** Changes to the configuration of an instance. */
export const instanceChanges = Exactly(
  { name: Type.Optional(name), type: Type.Optional(type), version: Type.Optional(version), ...rest },
  { description: "Fields to change.", minProperties: 1 },
);
