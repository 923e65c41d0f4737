import { join } from "node:path";
import { type Runtime, type Runtimes, runtimes } from "./table.ts";

/** Finds a runtime by id or alias. */
export function findRuntime(idOrAlias: string, table: Runtimes = runtimes): Runtime | undefined {
  if (Object.hasOwn(table, idOrAlias)) return table[idOrAlias];
  return Object.values(table).find((row) => row.aliases.includes(idOrAlias));
}

/** Returns every id and alias. */
export function runtimeNames(table: Runtimes = runtimes): string[] {
  return Object.values(table).flatMap((row) => [row.id, ...row.aliases]);
}

/** Splits an entrypoint such as `bot.jar:com.example.Queries`. Only jars have a `main`. */
export function splitEntrypoint(runtime: Runtime, entrypoint: string): { path: string; main?: string } {
  if (runtime.kind !== "jar") return { path: entrypoint };
  const colon = entrypoint.lastIndexOf(":");
  if (colon < 0) return { path: entrypoint };
  return { path: entrypoint.slice(0, colon), main: entrypoint.slice(colon + 1) };
}

/** Location of a package and the entrypoint to start. */
export type CommandPlace = {
  /** Absolute path of the unpacked package. */
  codeDir: string;
  /** `entrypoints.bot` or `entrypoints.query` of bot-config.yaml. */
  entrypoint: string;
  /** Absolute path of the runtime's tool, if it has one. */
  tool?: string;
  /** The memory limit of the process, in bytes. */
  memoryBytes: number;
};

/** V8's own default, for machines with much memory. */
const largestSemiSpaceBytes = 64 * 2 ** 20;

/**
 * Returns the command line of a package's bot or query program, and the environment that its runtime needs.
 * @throws {Error} if a template contains a placeholder that has no value, such as `{tool}` without a tool
 */
export function runtimeCommand(
  runtime: Runtime,
  role: "bot" | "query",
  place: CommandPlace,
): { argv: string[]; env: Record<string, string> } {
  const { path, main } = splitEntrypoint(runtime, place.entrypoint);
  const entry = join(place.codeDir, path);
  const heapBytes = Math.floor(place.memoryBytes / 2);
  const mebibytes = (bytes: number) => `${Math.max(1, Math.floor(bytes / 2 ** 20))}`;
  const values: Record<string, string | undefined> = {
    code: place.codeDir,
    entry,
    jar: entry,
    main,
    tool: place.tool,
    heap: `${heapBytes}`,
    heaphex: heapBytes.toString(16),
    heapmb: mebibytes(heapBytes),
    semimb: mebibytes(Math.min(place.memoryBytes / 16, largestSemiSpaceBytes)),
  };
  const fill = (template: string) =>
    template.replace(/\{([a-z]+)\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined)
        throw new Error(`The runtime ${runtime.id} needs {${name}}, which is not given.`);
      return value;
    });
  const env = Object.fromEntries(Object.entries(runtime.env).map(([name, value]) => [name, fill(value)]));
  return { argv: runtime[role].map(fill), env };
}
