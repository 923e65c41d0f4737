import type { BotPatch, InstanceConfig } from "@botyard/client/browser";
import { settingNames } from "@botyard/manifest/settings";
import { type Difference, differences, fieldOf, isObject } from "../../lib/changes.ts";
import { alternativesOf, type Schema } from "../../ui/schema-form/schema.ts";
import { hiddenValue, hideSecrets } from "../../ui/schema-form/secrets.ts";

/** What a user sets of a bot, as a form edits it. */
export type Settings = Omit<InstanceConfig, "type">;

export function settingsOf(bot: Partial<Settings> & Pick<Settings, "name" | "version" | "config">): Settings {
  const given = settingNames.filter((name) => bot[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, bot[name]])) as unknown as Settings;
}

/** The fields that differ; null resets one to its default. */
export function patchOf(before: Settings, after: Settings): BotPatch {
  const patch: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Settings>)
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) patch[name] = after[name] ?? null;
  return patch as BotPatch;
}

/** Settings as they may be shown, without secrets. */
export const shownSettings = (schema: Schema, settings: Settings): Settings => ({
  ...settings,
  config: hideSecrets(schema, settings.config) as Settings["config"],
});

/** What differs between two settings. Of secrets it says only that they differ. */
export function changesOf(schema: Schema, before: Settings, after: Settings): Difference[] {
  return differences(before, after, [shownSettings(schema, before), shownSettings(schema, after)]).map(
    (one) =>
      one.before !== undefined && one.before === one.after
        ? { ...one, before: "(stored secret)", after: "(new secret)" }
        : one,
  );
}

/** What differs between two settings when the second has the config that the platform makes of it: with its defaults. */
export function plannedChanges(
  schema: Schema,
  before: Settings,
  entered: Settings,
  planned: Settings["config"],
): Difference[] {
  const after = { ...entered, config: withSecrets(planned, entered.config) as Settings["config"] };
  const added = differences(entered, after).map(({ path }) => path);
  const isAdded = (path: string) =>
    added.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));
  return changesOf(schema, before, after).map((one) =>
    one.after !== undefined && isAdded(one.path) ? { ...one, isDefault: true } : one,
  );
}

/** A config that the platform shows, with the secrets that were entered. */
function withSecrets(shown: unknown, entered: unknown): unknown {
  if (shown === hiddenValue) return entered ?? shown;
  if (Array.isArray(shown))
    return shown.map((item, at) => withSecrets(item, Array.isArray(entered) ? entered[at] : undefined));
  if (!isObject(shown)) return shown;
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, withSecrets(value, fieldOf(entered, name))]),
  );
}

/** The names of the fields that a schema does not have, if it names those that it has. */
export function unknownFields(schema: Schema, config: Settings["config"]): string[] {
  const all = alternativesOf(schema)?.map((one) => unknownFields(one, config));
  if (all) return all[0]!.filter((name) => all.every((names) => names.includes(name)));
  const { properties, patternProperties, additionalProperties } = schema;
  const isOpen = properties === undefined && additionalProperties !== false;
  if (isOpen || patternProperties || typeof additionalProperties === "object") return [];
  return Object.keys(config).filter((name) => !(properties && Object.hasOwn(properties, name)));
}
