import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocksOf, follow, readPage as textOf } from "../../packages/repo/test/page.ts";
import { loadCases } from "../src/cases/index.ts";
import { type Commands, programOf } from "../src/program.ts";
import { buildTestee, describeTestee } from "./testees/start.ts";

const root = resolve(import.meta.dirname, "../..");
const runPage = "docs/how-to/run-the-conformance-suite.md";
const casePage = "docs/how-to/add-a-conformance-case.md";
const platformPage = "docs/how-to/check-a-platform.md";
const readme = "conformance/README.md";

const home = mkdtempSync(join(tmpdir(), "botyard-how-to-"));
afterAll(() => rmSync(home, { recursive: true }));
// Built first, because several tests would build it at once.
beforeAll(() => buildTestee(describeTestee("testees/node")));

/** Copies the parts of the repository that adding a case needs. */
function smallClone(): string {
  const clone = join(home, "clone");
  for (const path of [
    ...["src", "cases", "contract", "schema", "mutants", "testees", "package.json"].map(
      (name) => `conformance/${name}`,
    ),
    ...["sdks/node/src", "packages/core/src", "docs/reference/contract.md"],
  ]) {
    cpSync(join(root, path), join(clone, path), { recursive: true });
  }
  symlinkSync(join(root, "conformance/node_modules"), join(clone, "conformance/node_modules"));
  return clone;
}

test(`who follows ${casePage} adds a case, locks it, and reviews it when its clause changes`, {
  timeout: 300_000,
}, async () => {
  const clone = smallClone();
  const npm = `npm() {
    [ "\${*:1:4}" = "run --silent conformance --" ] || return 127
    "${process.execPath}" "${join(clone, "conformance/src/main.ts")}" "\${@:5}"
  }`;
  // Without PYTHON it would search for an interpreter at each start.
  const env = { PYTHON: "python3", NODE_COMPILE_CACHE: join(home, "compiled"), ...process.env };
  await follow(casePage, { cwd: clone, env, functions: () => npm });
  const lock = readFileSync(join(clone, "conformance/cases/cases.lock.json"), "utf8");
  expect(lock).toContain('"metric/blank-type.yaml": "2 cases, ');
});

test(`the slip of the pen that ${casePage} tells of is told so`, async () => {
  const [told] = /`conformance\/cases\/.*: .*`/.exec(textOf(casePage))!;
  const [, path, sentence] = /`conformance\/cases\/([^:]+)(:.*)`/.exec(told)!;
  const block = blocksOf(textOf(casePage)).find(({ options }) => options.file?.endsWith(path!))!;
  const folder = join(home, "slip");
  mkdirSync(dirname(join(folder, path!)), { recursive: true });
  writeFileSync(join(folder, path!), block.text.replace("metric:", "metirc:"));
  await expect(loadCases(folder)).rejects.toThrow(`${join(folder, path!)}${sentence}`);
});

const program = programOf("1.0.0", {} as Commands, () => {});
const commands = new Map<string, Command>([
  ["", program],
  ...program.commands.map((command): [string, Command] => [command.name(), command]),
]);
const optionsOf = (command: Command): string[] => [
  "--help",
  ...command.options.map(({ long, negate }) => long ?? String(negate)),
];

describe("the options", () => {
  test.for([...commands])("of the command «%s» are explained on the page", ([name, command]) => {
    const page = name.startsWith("platform") ? platformPage : runPage;
    // Each command has a section named after it.
    const sections = textOf(page).split(/^(?=## )/m);
    const own = sections.find((section) => name !== "" && section.split("\n")[0]!.includes(`\`${name}\``));
    const text = (own ?? textOf(page)).replace(/^```.*?^```$/gms, "");
    const named = new Set([...text.matchAll(/`(--[a-z-]+)/g)].map(([, option]) => option!));
    const missing = optionsOf(command).filter((option) => !named.has(option) && option !== "--help");
    expect(missing).toEqual([]);
    expect(textOf(page)).toContain("`--help`");
  });

  test.for([runPage, platformPage, casePage, readme])("in %s are there", (page) => {
    const known = new Set([...commands.values()].flatMap(optionsOf));
    const prose = textOf(page).replace(/^```.*?^```$/gms, "");
    for (const [code] of prose.matchAll(/`[^`\n]+`/g))
      for (const [, option] of code.matchAll(/(?<![\w-])(--[a-z-]+)/g)) expect(known, code).toContain(option);
    for (const [, line] of textOf(page).matchAll(
      /^(?:npm run --silent conformance --|npx botyard-conformance)(.*)$/gm,
    )) {
      const words = line!.trim().split(/\s+/);
      const command = commands.get(words[0]!) ?? program;
      for (const word of words.filter((one) => one.startsWith("--")))
        expect(optionsOf(command), `${page}: ${line}`).toContain(word);
    }
  });

  test("and the verdicts in the report are all explained", () => {
    const verdicts = ["pass", "fail", "error", "crash", "timeout", "known-fail", "stale-known", "not-run"];
    const rows = textOf(runPage).match(/^\| Verdict \|.*?\n\n/ms)![0];
    expect(
      [...rows.matchAll(/^\| (`.*?) \|/gm)]
        .flatMap(([, cell]) => cell!.replaceAll("`", "").split(", "))
        .sort(),
    ).toEqual(verdicts.sort());
  });
});
