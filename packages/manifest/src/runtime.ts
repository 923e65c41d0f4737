import { join } from "node:path";
import { type Runtime, type Runtimes, runtimes } from "./runtime-table.ts";

/** The row with this id or alias. */
export function findRuntime(idOrAlias: string, table: Runtimes = runtimes): Runtime | undefined {
  if (Object.hasOwn(table, idOrAlias)) return table[idOrAlias];
  return Object.values(table).find((row) => row.aliases.includes(idOrAlias));
}

/** Every id and alias, for messages. */
export function runtimeNames(table: Runtimes = runtimes): string[] {
  return Object.values(table).flatMap((row) => [row.id, ...row.aliases]);
}

/** `bot.jar:com.example.Queries` → its two halves; a plain path has no `main`. */
export function splitEntrypoint(runtime: Runtime, entrypoint: string): { path: string; main?: string } {
  if (runtime.kind !== "jar") return { path: entrypoint };
  const colon = entrypoint.lastIndexOf(":");
  if (colon < 0) return { path: entrypoint };
  return { path: entrypoint.slice(0, colon), main: entrypoint.slice(colon + 1) };
}

/** Where a package is and which of its entrypoints is to run. */
export type CommandPlace = {
  /** Absolute path of the unpacked package. */
  codeDir: string;
  /** `entrypoints.bot` or `entrypoints.query`, as the config has it. */
  entrypoint: string;
  /** Absolute path of the runtime's tool, where it has one. */
  tool?: string;
};

/**
 * The command line of one role of a package and the environment its runtime needs.
 * @throws Error when the runtime's template asks for `{tool}` and none is given.
 */
export function runtimeCommand(
  runtime: Runtime,
  role: "bot" | "query",
  place: CommandPlace,
): { argv: string[]; env: Record<string, string> } {
  const { path, main } = splitEntrypoint(runtime, place.entrypoint);
  const entry = join(place.codeDir, path);
  const values: Record<string, string | undefined> = {
    code: place.codeDir,
    entry,
    jar: entry,
    main,
    tool: place.tool,
  };
  const fill = (template: string) =>
    template.replace(/\{([a-z]+)\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined)
        throw new Error(`The runtime ${runtime.id} needs {${name}}, which is not known.`);
      return value;
    });
  const env = Object.fromEntries(Object.entries(runtime.env).map(([name, value]) => [name, fill(value)]));
  return { argv: runtime[role].map(fill), env };
}
