import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { cppCodes } from "../src/errors/codes/cpp.ts";
import { csharpCodes } from "../src/errors/codes/csharp.ts";
import { pythonCodes } from "../src/errors/codes/python.ts";
import { scalaCodes } from "../src/errors/codes/scala.ts";
import { cpp } from "../src/errors/cpp.ts";
import { nameOf } from "../src/errors/names.ts";
import { rust } from "../src/errors/rust.ts";
import { staleTables, writeTables } from "../src/errors/tables.ts";
import { root } from "../src/root.ts";

const messagesPath = "conformance/contract/messages.json";
const messages: Record<string, { message: string; next: string }> = JSON.parse(
  readFileSync(join(root, messagesPath), "utf8"),
);
const pythonCodesFile = "sdks/python/src/botyard/_codes_gen.py";
const pythonTable = "sdks/python/src/botyard/_errors_gen.py";
const nodeTable = "packages/core/src/errors/errors.gen.ts";

const leftovers: string[] = [];
afterEach(() => {
  for (const dir of leftovers.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** Returns a folder with the messages and the generated tables of two SDKs. */
function copyOfTables(): string {
  const dir = mkdtempSync(join(tmpdir(), "botyard-tables-"));
  leftovers.push(dir);
  for (const file of [messagesPath, pythonTable, pythonCodesFile, nodeTable]) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    cpSync(join(root, file), join(dir, file));
  }
  return dir;
}

test("the error table of each SDK is that of the contract", () => {
  expect(staleTables(root)).toEqual([]);
});

test("a table that was edited, or a message that was changed since, is noticed and written again", () => {
  const dir = copyOfTables();
  expect(staleTables(dir)).toEqual([]);
  writeFileSync(join(dir, pythonTable), "TABLE = {}\n");
  expect(staleTables(dir)).toEqual([pythonTable]);
  const changed = { ...messages, "state.read_only": { message: "no {operation}", next: "Do not." } };
  writeFileSync(join(dir, messagesPath), JSON.stringify(changed));
  expect(staleTables(dir)).toEqual([nodeTable, pythonTable, pythonCodesFile]);
  writeTables(dir);
  expect(staleTables(dir)).toEqual([]);
  expect(readFileSync(join(dir, pythonTable), "utf8")).toContain('"no {operation}"');
  expect(readFileSync(join(dir, pythonCodesFile), "utf8")).toContain("`no {operation}`");
});

test("Python reads every code, message and advice as the contract has them", async () => {
  const program = 'import json, runpy, sys; print(json.dumps(runpy.run_path(sys.argv[1])["TABLE"]))';
  const read = execFileSync("python3", ["-c", program, join(root, pythonTable)], { encoding: "utf8" });
  const table = Object.entries(messages).map(([code, { message, next }]) => [code, [message, next]]);
  expect(Object.entries(JSON.parse(read))).toEqual(table);
});

test("Node reads every code, message and advice as the contract has them", async () => {
  const { errorTable } = await import("../../core/src/errors/errors.gen.ts");
  expect(Object.entries(errorTable)).toEqual(Object.entries(messages));
});

test("the Rust table has one variant and one entry for each error, with quotes escaped", () => {
  const text = rust([{ code: "a.b_c", message: 'say "x" {key}', next: "Do – so." }]);
  expect(text.slice(text.indexOf("pub"))).toBe(
    [
      "pub enum ErrorCode {",
      '    /// `a.b_c`: `say "x" {key}`',
      "    ABC,",
      "}",
      "",
      "/// The entry of each code, in the order of the variants.",
      "pub(super) const TABLE: [Entry; 1] = [",
      "    Entry {",
      "        code: ErrorCode::ABC,",
      '        name: "a.b_c",',
      '        message: "say \\"x\\" {key}",',
      '        next: "Do – so.",',
      "    },",
      "];",
      "",
    ].join("\n"),
  );
});

test("the C++ table has one entry for each error, with quotes escaped", () => {
  const text = cpp([{ code: "a.b", message: 'say "x" {key}', next: "Do – so." }]);
  expect(text).toContain('    {"a.b",\n     "say \\"x\\" {key}",\n     "Do – so."},\n};');
});

test("a code has one name in each style, and no two codes have the same", () => {
  expect((["pascal", "snake", "upper"] as const).map((style) => nameOf("state.read_only", style))).toEqual([
    "StateReadOnly",
    "state_read_only",
    "STATE_READ_ONLY",
  ]);
  const codes = Object.keys(messages);
  expect(new Set(codes.map((code) => nameOf(code, "pascal"))).size).toBe(codes.length);
});

test.each([
  ["Python", pythonCodes, 'A_B_C: Final = "a.b_c"\n"""`say <x> {key}`\n\nDo `it` – so.\n"""\n'],
  [
    "C++",
    cppCodes,
    '/// `say <x> {key}`\n///\n/// Do `it` – so.\ninline constexpr std::string_view a_b_c = "a.b_c";\n',
  ],
  [
    "C#",
    csharpCodes,
    '    /// <summary><c>say &lt;x&gt; {key}</c></summary>\n    /// <remarks>Do <c>it</c> – so.</remarks>\n    public const string ABC = "a.b_c";\n',
  ],
  [
    "Scala",
    scalaCodes,
    '  /** `say <x> {key}`\n    *\n    * Do `it` – so.\n    */\n  final val ABC = "a.b_c"\n',
  ],
])("each constant of %s has the message and the advice beside it", (_, text, constant) => {
  expect(text([{ code: "a.b_c", message: "say <x> {key}", next: "Do `it` – so." }])).toContain(constant);
});
