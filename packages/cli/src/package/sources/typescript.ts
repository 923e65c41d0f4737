import { type Problem, type TypeScriptFault, typeScriptProblem } from "@botyard/manifest";
import type { Context } from "../../context.ts";
import { runTool } from "../../dependencies/run-tool.ts";

/**
 * Follows the relative imports of the entrypoints, and removes the types of each TypeScript file as Node.js does. Runs
 * nothing of them.
 */
const script = `
const { existsSync, readFileSync, statSync } = require("node:fs");
const { stripTypeScriptTypes } = require("node:module");
const vm = require("node:vm");
const { dirname, join } = require("node:path");
const { dir, entrypoints } = JSON.parse(process.env.BOTYARD_ENTRYPOINTS);
const isTypeScript = (path) => /\\.[cm]?ts$/.test(path);
const isFile = (path) => existsSync(path) && statSync(path).isFile();
const placeOf = (text, index) => {
  const before = text.slice(0, index).split("\\n");
  return { line: before.length, column: before.at(-1).length + 1 };
};
/** Node.js shows the line, indented, above a row of signs, or several lines with a sign before the first and the last. */
const columnOf = (told, source) => {
  const signs = told.findIndex((row) => /^\\s*\\^+\\s*$/.test(row));
  if (signs < 1) return source.length - source.trimStart().length + 1;
  const shown = told[signs - 1];
  return told[signs].indexOf("^") - shown.search(/\\S/) + source.search(/\\S/) + 1;
};
const faults = [];
const stripped = [];
const strip = (path, text) => {
  try {
    return stripTypeScriptTypes(text);
  } catch (error) {
    const told = error.stack.split("\\n");
    const line = Number(/:(\\d+)$/.exec(told[0])?.[1]);
    const column = columnOf(told, text.split("\\n")[line - 1] ?? "");
    faults.push({
      path,
      ...(line > 0 && { line }),
      ...(line > 0 && column > 0 && { column }),
      kind: error.code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX" ? "unsupported" : "invalid",
      message: error.message,
    });
  }
};
/** The file that was probably meant by an import that Node.js does not find. */
const meant = (path) => {
  const bare = path.replace(/\\.[cm]?js$/, "");
  const found = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", "/index.ts", "/index.js"]
    .map((end) => bare + end)
    .find(isFile);
  return found;
};
const imports = /(?:^|[;\\n}])\\s*(?:import|export)\\b(?:\\s*([^"';()]*?)\\bfrom\\b)?\\s*["'](\\.{1,2}\\/[^"']+)["']/g;
const others = /\\b(?:require|import)\\(\\s*["'](\\.{1,2}\\/[^"']+)["']\\s*\\)/g;
const typeOf = (name) => new RegExp("export\\\\s+(?:declare\\\\s+)?(?:interface|type)\\\\s+" + name + "\\\\b");
const valueOf = (name) =>
  new RegExp("export\\\\s+(?:abstract\\\\s+|async\\\\s+)*(?:class|const|let|var|function\\\\*?)\\\\s+" + name + "\\\\b");
/** What a module imports: the expression above also finds examples in comments and texts. */
const importedBy = (code) => {
  try {
    const parsed = new vm.SourceTextModule(code.replace(/^#!/, "//"), { identifier: "source" });
    return new Set(parsed.moduleRequests?.map(({ specifier }) => specifier) ?? parsed.dependencySpecifiers);
  } catch {
    // Its syntax error is reported elsewhere; imports are still followed.
    return undefined;
  }
};
const done = new Set();
const queue = [...entrypoints];
while (queue.length > 0 && done.size < 1000) {
  const path = queue.shift();
  const from = join(dir, path);
  if (done.has(path) || path.startsWith("..") || /(^|\\/)node_modules\\//.test(path) || !isFile(from)) continue;
  done.add(path);
  const text = readFileSync(from, "utf8");
  const code = isTypeScript(path) ? strip(path, text) : text;
  if (code === undefined) continue;
  if (isTypeScript(path)) stripped.push({ path, from });
  const missing = (specifier, index, next) =>
    faults.push({ path, ...placeOf(text, index), kind: "missing", message: specifier, ...(next && { next }) });
  const imported = importedBy(code);
  for (const { index, 0: all, 1: names = "", 2: specifier } of code.matchAll(imports)) {
    if (imported && !imported.has(specifier)) continue;
    const at = index + all.lastIndexOf(specifier) - 1;
    const target = join(dirname(path), specifier);
    if (!isFile(join(dir, target))) {
      const file = meant(join(dir, target));
      if (isTypeScript(path)) missing(specifier, at, file && specifierOf(path, file));
      continue;
    }
    if (/\\.[jt]sx$/.test(target)) faults.push({ path, ...placeOf(text, at), kind: "jsx", message: specifier });
    if (!/\\.[cm]?[jt]s$/.test(target)) continue;
    queue.push(target);
    const source = isTypeScript(target) ? readFileSync(join(dir, target), "utf8") : "";
    const named = /\\{([^}]*)\\}/.exec(names)?.[1] ?? "";
    for (const one of named.split(",").map((part) => part.trim().split(/\\s+as\\s+/)[0])) {
      if (!/^[\\w$]+$/.test(one) || !typeOf(one).test(source) || valueOf(one).test(source)) continue;
      const inside = index + all.search(new RegExp("\\\\b" + one + "\\\\b"));
      faults.push({ path, ...placeOf(text, inside), kind: "type", message: one });
    }
  }
  for (const { 1: specifier } of code.matchAll(others)) {
    const target = join(dirname(path), specifier);
    if (/\\.[cm]?[jt]s$/.test(target)) queue.push(target);
  }
}
function specifierOf(path, file) {
  const relative = require("node:path").relative(join(dir, dirname(path)), file);
  return relative.startsWith(".") ? relative : "./" + relative;
}
process.stdout.write(JSON.stringify({ faults, stripped }));
`;

/** Returns the problems of the TypeScript files that Node.js would run, and those whose types it can remove. */
export async function typeScriptProblems(
  context: Context,
  dir: string,
  entrypoints: readonly string[],
): Promise<{ problems: Problem[]; stripped: { path: string; from: string }[] }> {
  if (!entrypoints.some((path) => /\.[cm]?[jt]s$/.test(path))) return { problems: [], stripped: [] };
  const said = await runTool(context, {
    argv: [process.execPath, "--experimental-vm-modules", "--no-warnings", "-e", script],
    env: { BOTYARD_ENTRYPOINTS: JSON.stringify({ dir, entrypoints }), NODE_OPTIONS: "" },
  });
  const { faults, stripped } = JSON.parse(said) as {
    faults: TypeScriptFault[];
    stripped: { path: string; from: string }[];
  };
  return { problems: faults.map(typeScriptProblem), stripped };
}
