import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  type CheckedPackage,
  idleProblem,
  type PackEntry,
  type Problem,
  type Runtime,
  syntaxProblem,
  type Target,
  typeScriptProblem,
} from "@botyard/manifest";
import type { Context } from "../../context.ts";
import { type JavaScriptFile, parseJavaScript } from "./javascript.ts";
import { parsePython } from "./python.ts";
import { typeScriptProblems } from "./typescript.ts";

/** More or larger files are not parsed: they were generated, and the list must fit an environment variable. */
const filesAtMost = 100;
const bytesAtMost = 2 * 1024 * 1024;

/** Usual in a block for local tests, which runs on the platform, too. */
const setsConfig =
  /(?:\benviron\s*\[\s*["']|\bprocess\.env\s*(?:\.|\[\s*["']))BOT_CONFIG(?:["']\s*\])?\s*=(?!=)/;
const asksForConfig = /["']BOT_CONFIG["']\s+not\s+in\b|!\s*process\.env\b|\benviron\.get\b/;

/** Parses the Python or JavaScript files of a bot and returns their syntax errors. */
export async function checkSources(
  context: Context,
  dir: string,
  { entries, config }: Pick<CheckedPackage, "config"> & { entries: readonly PackEntry[] },
  runtime: Runtime | undefined,
  target: Target | undefined,
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
    parsePython(context, of(".py"), runtime, target),
    parseJavaScript(context, scripts),
  ]);
  const ofSyntax = javaScript.faults.map(({ decorator, ...fault }) =>
    decorator ? typeScriptProblem({ ...fault, kind: "decorator" }) : syntaxProblem(fault),
  );
  const bot = config?.entrypoints.bot;
  const idle = [...python.idle, ...javaScript.idle].filter((path) => path === bot);
  const texts = await textsOf([...of(".py"), ...scripts]);
  const isRead = texts.length < filesAtMost && texts.some(({ path }) => path === bot);
  const isDeaf = isRead && !texts.some(({ text }) => /BOT_CONFIG|botyard/.test(text));
  const ofBot = texts.find(({ path }) => path === bot)?.text ?? "";
  const overrides = setsConfig.test(ofBot) && !asksForConfig.test(ofBot);
  const packed = entries.some(({ path }) => path === "config.json") || !existsSync(join(dir, "config.json"));
  const unpacked = packed ? undefined : texts.find(({ text }) => /["'/]config\.json["']/.test(text));
  return [
    ...problems,
    ...python.faults.map(syntaxProblem),
    ...ofSyntax,
    ...idle.map((path) => idleProblem({ path, kind: "only_definitions" })),
    ...(isDeaf ? [idleProblem({ path: bot!, kind: "ignores_config" })] : []),
    ...(overrides ? [idleProblem({ path: bot!, kind: "overrides_config" })] : []),
    ...(unpacked ? [idleProblem({ path: unpacked.path, kind: "config_not_packed" })] : []),
  ];
}

const textsOf = (files: readonly { path: string; from: string }[]) =>
  Promise.all(files.map(async ({ path, from }) => ({ path, text: await readFile(from, "utf8") })));

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
