import { type SettingRow, schemaOfSetting } from "@botyard/manifest";
import { Type } from "typebox";
import { schemasOf } from "../../../operations/documents/bot.ts";
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

const type = Type.String({
  description: '"<realtime|scheduled>/<custom bot name>", e.g. "scheduled/sma-crossover".',
  pattern: "^(realtime|scheduled)/[^/]+$",
});
const isOptional = ({ isRequired, only, kind }: SettingRow) =>
  !isRequired || only !== undefined || kind === "config";
const briefs: Partial<Record<SettingRow["kind"], { type?: string; description: string }>> = {
  network: { description: "none, internet, host or {hosts: [], local: []}" },
  resources: { description: "{memory: 512MiB, cpus: 0.5, processes, disk}" },
  config: { type: "object", description: "By the version's schema; {secret: name} for a secret." },
};

/** The schema of a setting in few words: assistants read the list of tools in every conversation. */
function briefOf(row: SettingRow) {
  const { examples: _, description, ...schema } = schemaOfSetting(row);
  const brief: { description?: string } = briefs[row.kind] ?? { ...schema, description };
  return brief;
}

/** Assistants can send labels, but seldom have a use for them. */
const { labels: _, ...settings } = schemasOf((row) => {
  const schema = Type.Unsafe(briefOf(row));
  return isOptional(row) ? Type.Optional(schema) : schema;
});
/** Without descriptions, which `bot_deploy` has. */
const { labels: _labels, ...changes } = schemasOf((row) => {
  const { description: _, ...known } = briefOf(row);
  return Type.Optional(Type.Unsafe(known));
});

/** The configuration of a new instance. */
export const newInstance = Exactly(
  { name: settings.name!, type, ...settings },
  { description: "Instance configuration." },
);

/** Changes to the configuration of an instance. */
export const instanceChanges = Exactly(
  { name: changes.name!, type: Type.Optional(Type.String()), ...changes },
  { description: "Fields to change, as in bot_deploy.", minProperties: 1 },
);
