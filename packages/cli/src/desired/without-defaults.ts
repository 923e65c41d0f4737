import { isDeepStrictEqual } from "node:util";
import { checksHere, hiddenValue, type Path, pointerOf } from "@botyard/manifest";
import { standIn } from "./stand-in.ts";

type Config = Record<string, unknown>;

/** Fields that are tried at most: each is a check of the config. */
const tried = 300;

/**
 * Returns a config without the fields that its schema fills in with the same values. If the schema does not make the
 * config of itself, nothing is left out.
 */
export async function withoutDefaults(schema: Config, config: Config): Promise<Config> {
  const filled = async (given: Config) =>
    (await checksHere.validateConfig(schema, standIn(schema, given).config)).config;
  const { config: whole, references } = standIn(schema, config);
  if (!isDeepStrictEqual(await filled(config), whole)) return config;
  let short = config;
  for (const path of fieldsOf(config).slice(0, tried)) {
    if (references.has(pointerOf(path))) continue;
    const shorter = without(short, path);
    if (isDeepStrictEqual(await filled(shorter), whole)) short = shorter;
  }
  return short;
}

/** The fields of objects, those inside others first. Secrets are no defaults. */
function fieldsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const path = [...at, key];
    return item === hiddenValue ? [] : [...fieldsOf(item, path), path];
  });
}

function without(config: Config, [first, ...rest]: Path): Config {
  const { [String(first)]: value, ...others } = config;
  if (rest.length === 0) return others;
  return Object.fromEntries(
    Object.entries(config).map(([key, item]) => [key, key === first ? without(value as Config, rest) : item]),
  );
}
