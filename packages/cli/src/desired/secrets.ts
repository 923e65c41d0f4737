import { hiddenValue, type Path, pointerOf, replacedIn } from "@botyard/manifest";
import type { Fault } from "./fault.ts";
import type { FoundInstance } from "./folder.ts";

type Config = Record<string, unknown>;

/** Returns what a config shows instead of a value that the platform keeps, where the platform shows no such thing. */
export function unknownPlaceholders(
  { instance, file, placeOf }: FoundInstance,
  shown: Config | undefined,
): Fault[] {
  return placesOf(instance.config, hiddenValue)
    .filter((path) => at(shown, path) !== hiddenValue)
    .map((path) => ({
      file,
      ...placeOf(["config", ...path]),
      pointer: pointerOf(["config", ...path]),
      message: `"${["config", ...path].join(".")}" is ${hiddenValue}, which stands for a secret that cannot be read.`,
      next: "Set the secret with: platform secret set <name>, and write {secret: <name>} here.",
    }));
}

/** Warns of secrets that are written into a file. `planned` is the config as the platform shows it. */
export function writtenSecrets({ instance, file, placeOf }: FoundInstance, planned: Config): Fault[] {
  return placesOf(planned, hiddenValue)
    .filter((path) => ![undefined, hiddenValue].includes(at(instance.config, path) as string))
    .map((path) => ({
      file,
      ...placeOf(["config", ...path]),
      pointer: pointerOf(["config", ...path]),
      message: `"${["config", ...path].join(".")}" is a secret in the file itself.`,
      next: "Set it with: platform secret set <name>, and write {secret: <name>} here.",
    }));
}

function placesOf(config: Config, wanted: unknown): Path[] {
  const found: Path[] = [];
  replacedIn(config, (value, path) => {
    if (value === wanted) found.push(path);
    return value;
  });
  return found;
}

function at(config: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, part)
        ? (value as Record<string | number, unknown>)[part]
        : undefined,
    config,
  );
}
