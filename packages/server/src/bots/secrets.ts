import type { BotSchema } from "@botyard/manifest";
import { hiddenValue, hideSecrets, type Path, replacedIn } from "@botyard/manifest";
import { frozen } from "../model/frozen.ts";
import { isSealed } from "../secrets/index.ts";

type Config = Record<string, unknown>;

/** What is shown of frozen configs, which are those of cached bots: users read them much more often than change them. */
const shown = new WeakMap<Config, { schema: BotSchema; config: Config }>();

/** Returns a config with its secrets replaced by a placeholder. */
export function shownConfig(schema: BotSchema, config: Config): Config {
  if (!Object.isFrozen(config)) return hidden(schema, config);
  const known = shown.get(config);
  if (known?.schema === schema) return known.config;
  const made = frozen(hidden(schema, config));
  shown.set(config, { schema, config: made });
  return made;
}

/** Hides also what is encrypted and is no secret by the schema of another version. */
const hidden = (schema: BotSchema, config: Config): Config =>
  replacedIn(hideSecrets(schema, config), (value) => (isSealed(value) ? hiddenValue : value)) as Config;

/**
 * Replaces placeholders by the stored secrets in a config that was read, edited and sent back. A placeholder where none
 * was shown is taken as the value.
 * @param stored the stored config as it was shown, and with its secrets in clear
 */
export function restoreSecrets(given: Config, stored: { shown: Config; opened: Config }): Config {
  return replacedIn(given, (value, path) =>
    value === hiddenValue && at(stored.shown, path) === hiddenValue ? at(stored.opened, path) : value,
  ) as Config;
}

function at(config: Config, path: Path): unknown {
  return path.reduce<unknown>(
    (value, part) => (isHolder(value) && Object.hasOwn(value, part) ? value[part] : undefined),
    config,
  );
}

function isHolder(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}
