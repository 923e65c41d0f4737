import { pointerOf, replacedIn, secretReferences } from "@botyard/manifest";

type Config = Record<string, unknown>;

/**
 * Returns a config in which references to secrets are replaced by texts, which is what its schema asks for, and the names
 * of the secrets by pointers. Their values are known to the platform only.
 */
export function standIn(schema: Config, config: Config): { config: Config; references: Map<string, string> } {
  const found = secretReferences(schema, config).map(({ path, name }) => [pointerOf(path), name] as const);
  const references = new Map(found);
  const replaced = replacedIn(config, (value, path) =>
    references.has(pointerOf(path)) ? "a secret" : value,
  );
  return { config: replaced as Config, references };
}
