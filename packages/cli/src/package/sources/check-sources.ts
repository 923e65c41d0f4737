import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  type CheckedPackage,
  type PackEntry,
  type Problem,
  type Runtime,
  syntaxProblem,
  typeScriptProblem,
} from "@botyard/manifest";
import type { Context } from "../../context.ts";
import { type JavaScriptFile, javaScriptFaults } from "./javascript.ts";
import { pythonFaults } from "./python.ts";
import { typeScriptProblems } from "./typescript.ts";

/** More or larger files are not parsed: they were generated, and the list must fit an environment variable. */
const filesAtMost = 100;
const bytesAtMost = 2 * 1024 * 1024;

/** Parses the Python or JavaScript files of a bot and returns their syntax errors. */
export async function checkSources(
  context: Context,
  dir: string,
  { entries, config }: Pick<CheckedPackage, "config"> & { entries: readonly PackEntry[] },
  runtime: Runtime | undefined,
): Promise<Problem[]> {
  const sources = entries
    .flatMap((entry) => ("from" in entry && entry.bytes <= bytesAtMost ? [entry] : []))
    .filter(({ path }) => !/(^|\/)(node_modules|vendor)\//.test(path));
  /** The files with one of these extensions, if bots of the runtime, or of an unknown one, begin with them. */
  const of = (...extensions: string[]) =>
    runtime !== undefined && !extensions.some((extension) => runtime.entryExtensions.includes(extension))
      ? []
      : sources
          .filter(({ path }) => extensions.some((extension) => path.endsWith(extension)))
          .slice(0, filesAtMost)
          .map(({ path, from }) => ({ path, from }));
  const entrypoints = runtime?.entryExtensions.includes(".ts")
    ? Object.values(config?.entrypoints ?? {})
    : [];
  const { problems, stripped } = await typeScriptProblems(context, dir, entrypoints);
  const scripts = await Promise.all(
    [...of(".mjs", ".cjs", ".js"), ...stripped].map(async (file) => ({
      ...file,
      kind: await kindOf(dir, file.path),
    })),
  );
  const [python, javaScript] = await Promise.all([
    pythonFaults(context, of(".py")),
    javaScriptFaults(context, scripts),
  ]);
  const ofSyntax = javaScript.map(({ decorator, ...fault }) =>
    decorator ? typeScriptProblem({ ...fault, kind: "decorator" }) : syntaxProblem(fault),
  );
  return [...problems, ...python.map(syntaxProblem), ...ofSyntax];
}

/** Decides as Node.js does: by the extension, or else by the nearest package.json in the folder of the bot. */
async function kindOf(dir: string, path: string): Promise<JavaScriptFile["kind"]> {
  if (/\.m[jt]s$/.test(path)) return "module";
  if (/\.c[jt]s$/.test(path)) return "commonjs";
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const text = await readFile(join(dir, folder, "package.json"), "utf8").catch(() => undefined);
    if (text !== undefined) {
      const { type } = parsed(text);
      return type === "module" || type === "commonjs" ? type : "either";
    }
    if (folder === ".") return "either";
  }
}

function parsed(text: string): { type?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
