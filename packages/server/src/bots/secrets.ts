import type { BotSchema } from "@botyard/manifest";
import { hiddenValue, hideSecrets, secretPaths } from "@botyard/manifest";
import { frozen } from "../model/frozen.ts";

type Config = Record<string, unknown>;

/** What is shown of frozen configs, which are those of cached bots: users read them much more often than change them. */
const shown = new WeakMap<Config, { schema: BotSchema; config: Config }>();

/** Returns a config with its secrets replaced by a placeholder. */
export function shownConfig(schema: BotSchema, config: Config): Config {
  if (!Object.isFrozen(config)) return hideSecrets(schema, config);
  const known = shown.get(config);
  if (known?.schema === schema) return known.config;
  const hidden = frozen(hideSecrets(schema, config));
  shown.set(config, { schema, config: hidden });
  return hidden;
}

/**
 * Replaces placeholders by the stored secrets in a config that was read, edited and sent back. A placeholder where no
 * secret is stored is taken as the value.
 */
export function restoreSecrets(
  schema: BotSchema,
  given: Record<string, unknown>,
  stored: Record<string, unknown>,
): Record<string, unknown> {
  const copy = structuredClone(given);
  for (const { pointer, value } of secretPaths(schema, stored)) {
    const path = pointer
      .slice(1)
      .split("/")
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = path.pop();
    const holder = path.reduce<unknown>(step, copy);
    if (
      last !== undefined &&
      isHolder(holder) &&
      Object.hasOwn(holder, last) &&
      holder[last] === hiddenValue
    ) {
      holder[last] = value;
    }
  }
  return copy;
}

function step(value: unknown, part: string): unknown {
  return isHolder(value) && Object.hasOwn(value, part) ? value[part] : undefined;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
