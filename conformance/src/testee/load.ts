import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { BadInput, type Problem } from "../bad-input.ts";
import { Fields, listOf, textOf } from "../cases/fields.ts";
import { displayPath } from "../cases/load.ts";
import { suggestion } from "../cases/nearest.ts";
import { readTextFile } from "../cases/text-file.ts";
import { checkVariable } from "../cases/variable.ts";
import { readVersion } from "../cases/version.ts";
import { capabilities } from "../cases/vocabulary.ts";
import type { ListNode, Node } from "../cases/yaml/node.ts";
import { readYaml, type Source } from "../cases/yaml/read.ts";
import { Num } from "../json/index.ts";
import type { Testee } from "../model.ts";
import { bundledContract, versionsOf } from "../spec/contract.ts";
import { packageFolder } from "../spec/package-folder.ts";
import { readKnownFailures } from "./known-failures.ts";

export interface TesteeOptions {
  /** Ids that known failures may name (default: any). */
  cases?: ReadonlySet<string>;
  /** Paths that replace the command words `node` and `python`. */
  node?: string;
  python?: string;
}

const keys = [
  "name",
  "language",
  "contract",
  "build",
  "start",
  "env",
  "limit",
  "leaves",
  "lacks",
  "fails",
  "known_failures",
];
const defaultLimit = 10;

/**
 * Reads a testee's description.
 *
 * @param pathOrName the path of a `testee.yaml` or of its folder, or the name of a folder in this package's `testees`
 * @throws {BadInput} if it or its list of known failures is invalid; lists every problem found
 */
export function loadTestee(pathOrName: string, options: TesteeOptions = {}): Testee {
  const file = findTestee(pathOrName);
  const got = readTextFile(file);
  if ("problem" in got) throw new BadInput([{ file: displayPath(file), message: got.problem }]);
  const source = readYaml(got.text, displayPath(file));
  const problems: Problem[] = [];
  const testee = readTestee(source, dirname(file), options, problems);
  problems.push(...source.problems);
  if (!testee || problems.length > 0) throw new BadInput(problems);
  return testee;
}

/** Returns the names of the testees that come with this package. */
export function ownTestees(): string[] {
  const folder = join(packageFolder(), "testees");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "testee.yaml")))
    .sort();
}

function findTestee(pathOrName: string): string {
  const isPath = /[/\\]|\.yaml$/.test(pathOrName) || pathOrName === ".";
  const path = isPath ? resolve(pathOrName) : join(packageFolder(), "testees", pathOrName);
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, "testee.yaml") : path;
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
  const own = ownTestees();
  const message = isPath
    ? "no such file; name a testee.yaml or the folder that contains one"
    : own.length === 0
      ? "there is no testee of this name; name a testee.yaml or the folder that contains one by its path"
      : `there is no testee of this name: ${suggestion(pathOrName, own)}`;
  throw new BadInput([{ file: isPath ? displayPath(file) : pathOrName, message }]);
}

function readTestee(
  source: Source,
  dir: string,
  options: TesteeOptions,
  problems: Problem[],
): Testee | undefined {
  const fields = source.root && Fields.of(source, source.root, "a testee", keys);
  if (!fields) return undefined;
  const inPlace = (text: string): string => text.replaceAll(`\${testee}`, dir);
  const start = fields.required("start");
  const versions = versionsOf(bundledContract());
  const name = fields.requiredText("name");
  if (name !== undefined && !/^[^\p{C}\p{Z}]+$/u.test(name))
    fields.problem("name", "a testee's name must be one word");
  return {
    name: name ?? basename(dir),
    language: fields.requiredText("language") ?? "",
    contract: readVersion(fields, "contract", versions) ?? versions.at(-1)!,
    dir,
    build: fields
      .list("build")
      .map((node) => readCommand(source, node, "a command of build", inPlace, options)),
    start: start ? readCommand(source, start, "start", inPlace, options) : [],
    env: readEnv(fields, inPlace),
    limit: readLimit(fields),
    leaves: readLeaves(fields),
    lacks: readLacks(fields),
    ...(fields.has("fails") ? { fails: readFails(fields, inPlace) } : {}),
    knownFailures: readListed(fields, dir, options.cases, problems),
  };
}

function readCommand(
  source: Source,
  node: Node,
  what: string,
  inPlace: (text: string) => string,
  options: TesteeOptions,
): string[] {
  const words = listOf(source, node, what).map((word) => textOf(source, word, `each word of ${what}`) ?? "");
  if (node.kind === "list" && words.length === 0)
    source.problem(node, `${what} is empty; write a command such as [node, adapter.mjs]`);
  if (words[0] === "")
    source.problem((node as ListNode).items[0]!, `${what} must begin with the name of a command`);
  for (const [i, word] of words.entries()) {
    if (word.includes("\0"))
      source.problem((node as ListNode).items[i]!, "a word of a command cannot contain U+0000");
    const other = /\$\{(?!testee\})[^}]*\}?/.exec(word)?.[0];
    if (other)
      source.problem(
        (node as ListNode).items[i]!,
        `unknown placeholder ${other}; only \${testee}, the testee's folder, is available`,
      );
  }
  const [first = "", ...rest] = words;
  return [commandOf(first, options), ...rest].map(inPlace);
}

function commandOf(
  word: string,
  { node = process.execPath, python = process.env.PYTHON || "python3" }: TesteeOptions,
) {
  if (word === "node") return node;
  return word === "python" ? python : word;
}

function readEnv(fields: Fields, inPlace: (text: string) => string): Record<string, string> {
  for (const [name, { at, value }] of fields.entries("env")) checkVariable(fields.source, name, at, value);
  return readTexts(fields, "env", inPlace);
}

function readTexts(fields: Fields, key: string, change: (text: string) => string): Record<string, string> {
  const entries = fields.entries(key).flatMap(([name, { value }]) => {
    const text = textOf(fields.source, value, `${key}.${name}`);
    return text === undefined ? [] : [[name, change(text)] as const];
  });
  return Object.fromEntries(entries);
}

function readLimit(fields: Fields): number {
  const node = fields.get("limit");
  if (!node) return defaultLimit;
  const seconds = node.kind === "scalar" && node.value instanceof Num ? Number(node.value.raw) : Number.NaN;
  if (seconds > 0 && seconds <= 600) return seconds;
  fields.problem("limit", "limit must be a number of seconds above 0 and at most 600");
  return defaultLimit;
}

function readLeaves(fields: Fields): Record<string, string> {
  for (const [name, { at, value }] of fields.entries("leaves")) {
    if (!/^[^/\0]*[^/\0*][^/\0]*$/.test(name))
      fields.source.problem(at, `leaves lists names of entries of TMPDIR, such as cache-*, not ${name}`);
    if (value.kind === "scalar" && value.value === "")
      fields.source.problem(value, `give the reason why it leaves ${name}`);
  }
  return readTexts(fields, "leaves", (text) => text);
}

function readLacks(fields: Fields): Record<string, string> {
  for (const [name, { at, value }] of fields.entries("lacks")) {
    if (!capabilities.has(name))
      fields.source.problem(at, `there is no capability ${name}: ${suggestion(name, capabilities)}`);
    if (value.kind === "scalar" && value.value === "")
      fields.source.problem(value, `give the reason why it lacks ${name}`);
  }
  return readTexts(fields, "lacks", (text) => text);
}

function readFails(fields: Fields, inPlace: (text: string) => string): NonNullable<Testee["fails"]> {
  const named = Fields.of(fields.source, fields.get("fails")!, "fails", ["type", "file", "line"]);
  return {
    type: named?.requiredText("type") ?? "",
    file: inPlace(named?.requiredText("file") ?? ""),
    line: named?.requiredText("line") ?? "",
  };
}

function readListed(
  fields: Fields,
  dir: string,
  cases: ReadonlySet<string> | undefined,
  problems: Problem[],
) {
  const name = fields.text("known_failures");
  if (name === undefined) return [];
  const file = join(dir, name);
  if (!existsSync(file)) {
    fields.problem("known_failures", `there is no file ${name} in the testee's folder; an empty list is []`);
    return [];
  }
  const got = readTextFile(file);
  if ("problem" in got) {
    problems.push({ file: displayPath(file), message: got.problem });
    return [];
  }
  const source = readYaml(got.text, displayPath(file));
  const listed = readKnownFailures(source, cases);
  problems.push(...source.problems);
  return listed;
}
