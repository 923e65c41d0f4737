import { createRequire } from "node:module";
import type { SyntaxFault } from "@botyard/manifest";
import type { Context } from "../../context.ts";
import { runTool } from "../../dependencies/run-tool.ts";
import type { ParsedSources } from "./python.ts";

/** Parses files as modules, as CommonJS, or as whichever is right. Runs nothing of them. */
const script = `
const { spawnSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { stripTypeScriptTypes } = require("node:module");
const vm = require("node:vm");
const wrapper = ["exports", "require", "module", "__filename", "__dirname"];
const asModule = (text) => void new vm.SourceTextModule(text, { identifier: "source" });
const asCommonJs = (text) => void vm.compileFunction(text, wrapper, { filename: "source" });
/** The lines that name the place. The error of a module does not have them. */
const placeIn = (text) => {
  const argv = ["--check", "--input-type=module", "-"];
  return spawnSync(process.execPath, argv, { input: text, encoding: "utf8" }).stderr ?? "";
};
const attempt = (parse, text) => {
  try {
    parse(text);
  } catch (error) {
    return error;
  }
};
const faults = [];
const idle = [];
const { parse } = require(process.env.BOTYARD_ACORN);
const defines = (node) => {
  switch (node.type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "ImportDeclaration":
    case "ExportAllDeclaration":
      return true;
    case "ExportNamedDeclaration":
    case "ExportDefaultDeclaration":
      return !node.declaration || defines(node.declaration);
    case "VariableDeclaration":
      return node.declarations.every(({ init }) => !init || isValue(init));
    case "ExpressionStatement":
      return Boolean(node.directive) || (node.expression.type === "AssignmentExpression" && isExport(node.expression));
    default:
      return isValue(node);
  }
};
const isValue = ({ type, callee, arguments: given }) =>
  /^(Literal|Identifier|ObjectExpression|ArrayExpression|TemplateLiteral|(Arrow)?FunctionExpression|ClassExpression)$/.test(type) ||
  (type === "CallExpression" && callee.name === "require" && given.length === 1);
const isExport = ({ left, right }) =>
  left.type === "MemberExpression" && /^(module|exports)$/.test((left.object.object ?? left.object).name) && isValue(right);
/** A file of the bot that is imported may do its work then. */
const importsOwn = (text) => /\\b(?:import|from|require)\\b\\s*\\(?\\s*["']\\.{1,2}\\//.test(text);
const onlyDefines = (text, kind) => {
  const sourceType = kind === "commonjs" ? "script" : "module";
  try {
    const { body } = parse(text, { ecmaVersion: "latest", sourceType, allowReturnOutsideFunction: true });
    return !importsOwn(text) && body.length > 0 && body.every(defines) && body.some(({ type }) => !/^Import/.test(type));
  } catch {
    return false;
  }
};
for (const { path, from, kind } of JSON.parse(process.env.BOTYARD_SOURCES)) {
  const source = readFileSync(from, "utf8");
  // Places stay what they are: types become spaces.
  const text = (/ts$/.test(from) ? stripTypeScriptTypes(source) : source).replace(/^#!/, "//");
  let error = attempt(kind === "module" ? asModule : asCommonJs, text);
  // Node.js takes a .js file for a module if only then it can be parsed.
  if (error && kind === "either") {
    const other = attempt(asModule, text);
    error = other && /^\\s*(import|export)\\b/m.test(text) ? other : other && error;
  }
  if (!error && onlyDefines(text, kind)) idle.push(path);
  if (!(error instanceof SyntaxError)) continue;
  const told = /^source:/.test(error.stack) ? error.stack : placeIn(text);
  const [place = "", , caret = ""] = told.split("\\n");
  const line = /^(?:source|\\[stdin\\]):(\\d+)$/.exec(place);
  faults.push({
    path,
    ...(line && { line: Number(line[1]) }),
    ...(line && caret.includes("^") && { column: caret.indexOf("^") + 1 }),
    message: error.message,
    ...(line && text.split("\\n")[line[1] - 1]?.[caret.indexOf("^")] === "@" && { decorator: true }),
  });
}
process.stdout.write(JSON.stringify({ faults, idle }));
`;

/** The parser whose tree tells what a program does. */
const acorn = createRequire(import.meta.url).resolve("acorn");

export interface JavaScriptFile {
  path: string;
  from: string;
  kind: "module" | "commonjs" | "either";
}

/** `decorator`: the parser stopped at the sign of a decorator. */
export type JavaScriptFault = SyntaxFault & { decorator?: boolean };

/** Parses files as Node.js does. */
export async function parseJavaScript(
  context: Context,
  files: readonly JavaScriptFile[],
): Promise<ParsedSources<JavaScriptFault>> {
  if (files.length === 0) return { faults: [], idle: [] };
  const said = await runTool(context, {
    argv: [process.execPath, "--experimental-vm-modules", "--no-warnings", "-e", script],
    env: { BOTYARD_SOURCES: JSON.stringify(files), BOTYARD_ACORN: acorn, NODE_OPTIONS: "" },
  });
  return JSON.parse(said) as ParsedSources<JavaScriptFault>;
}
