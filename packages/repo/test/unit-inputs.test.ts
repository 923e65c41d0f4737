import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../src/root.ts";
import { isInput, Sources } from "../src/run/inputs.ts";
import { partsOf } from "../src/run/parts.ts";

const { paths } = new Sources(root);
const parts = partsOf({ thorough: false, reports: "reports", paths });

/** What runs if a file changes: parts, and of those with many results the projects or testees. `check` always runs. */
function dueFor(path: string): string[] {
  return parts.flatMap(({ name, units = [] }) => {
    const due = units.filter(({ inputs }) => isInput(inputs, path));
    if (due.length === 0) return [];
    if (due.length === units.length) return [name];
    const groups = due.map((unit) =>
      unit.file === undefined ? unit.name : unit.name.replace(/ [^ ]*$/, ""),
    );
    return [`${name}: ${[...new Set(groups.map((one) => one.replace(`${name} `, "")))].join(", ")}`];
  });
}

test("a change of one file of each folder runs what depends on it", async () => {
  const folderOf = (path: string) =>
    path
      .split("/")
      .slice(0, path.startsWith(".") ? 1 : 2)
      .join("/");
  const first = Map.groupBy(paths, folderOf);
  const lines = [...first].map(([folder, [path]]) => `${folder}: ${dueFor(path!).join("; ")}`);
  // After an intended change: vitest run --project packages/repo --update=all unit-inputs
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(join(import.meta.dirname, "unit-inputs.txt"));
});

test("of an explanation, only the quick tests that read all pages", () => {
  expect(dueFor("docs/explanation/performance.md")).toEqual(["typescript: packages/repo, conformance"]);
});

test("of an adapter, its verdicts alone and in pairs, on either side", () => {
  const owed = parts.find(({ name }) => name === "conformance")!.units!;
  const due = owed.filter(({ inputs }) => isInput(inputs, "conformance/testees/scala/testee.yaml"));
  const isOfScala = ({ name }: { name: string }) => /\bscala\b/.test(name);
  expect(due).toEqual(owed.filter(isOfScala));
  expect(due.length).toBeGreaterThan(3);
});

test("of an SDK, its own part, its verdicts alone and in pairs, and what is made with it", () => {
  expect(dueFor("sdks/scala/pom.xml")).toEqual([
    "scala",
    "typescript: packages/cli, packages/repo, conformance",
    "examples: examples",
    "e2e: e2e",
    `conformance: ${[
      ...["cpp", "csharp", "haskell", "node", "python", "rust"].map((name) => `${name}:scala`),
      ...["scala", "scala:cpp", "scala:csharp", "scala:haskell", "scala:node", "scala:python"],
      ...["scala:rust", "scala:scala"],
    ].join(", ")}`,
    "fuzz: scala",
  ]);
});

test.each([
  ["docs/reference/contract.md", "rust"],
  ["docs/reference/rest.md", "platform"],
  ["docs/reference/rest.md", "conformance test/how-to.test.ts"],
  ["packages/repo/src/drive/isolation.ts", "platform"],
  ["conformance/cases/json/numbers.yaml", "sdks/rust/bindings test/agreement.test.ts"],
  ["packages/manifest/src/index.ts", "examples expected/test/deployable.test.ts"],
  ["examples/price-feed/src/main.ts", "packages/repo test/published.test.ts"],
])("of %s, also %s, which reads or runs it", (path, name) => {
  const unit = parts.flatMap(({ units = [] }) => units).find((one) => one.name === name)!;
  expect(isInput(unit.inputs, path)).toBe(true);
});

test("of a test, only that test, on both stores, and those that count all tests", () => {
  const due = parts.flatMap(({ units = [] }) =>
    units.filter(({ inputs }) => isInput(inputs, "packages/server/test/mcp/tools.test.ts")),
  );
  expect(
    due.map(({ file }) => file).filter((file) => !/^packages\/repo\/|\/spec\//.test(file ?? "")),
  ).toEqual(["packages/server/test/mcp/tools.test.ts", "packages/server/test/mcp/tools.test.ts"]);
});

test("of the contract, the lockfile or the gate, every part", () => {
  const languages = ["python", "rust", "cpp", "csharp", "scala", "haskell"];
  const kept = parts.flatMap(({ name, units }) => (units === undefined ? [] : [name]));
  const others = kept.filter((name) => !languages.includes(name));
  for (const path of ["pnpm-lock.yaml", "packages/repo/src/run/gate.ts"])
    expect(dueFor(path), path).toEqual(expect.arrayContaining(others));
  for (const path of ["conformance/contract/messages.json", "packages/repo/src/run/gate.ts"])
    expect(dueFor(path), path).toEqual(expect.arrayContaining(languages));
});

test("every test file belongs to one part, and those of records also to the one with PostgreSQL", () => {
  const filesOf = (some: typeof parts) =>
    some.flatMap(({ units = [] }) => units.flatMap(({ file }) => file ?? [])).toSorted();
  const again = ({ name }: { name: string }) => name === "postgres";
  const files = filesOf(parts.filter((part) => !again(part)));
  const isTest = (path: string) =>
    /(^|\/)test\/.*\.test\.ts$/.test(path) && !path.startsWith("packages/cli/templates");
  const isOnlyThere = (path: string) => path.startsWith("packages/server/test/on-postgres/");
  const tests = paths.filter(isTest);
  expect(files).toEqual(tests.filter((path) => !isOnlyThere(path)).toSorted());
  const some = [
    ...tests.filter(isOnlyThere),
    "packages/repo/test/e2e/schedule.test.ts",
    "packages/server/test/store/bots.test.ts",
  ];
  expect(filesOf(parts.filter(again))).toEqual(expect.arrayContaining(some));
});
