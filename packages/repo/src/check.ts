import { findBreaches } from "./check/breaches.ts";
import { findLost } from "./check/pages.ts";
import { findThrows } from "./check/throws.ts";
import { findDropped, repositoryFiles } from "./check/words.ts";
import { staleTables, writeTables } from "./errors/tables.ts";
import { bin, root } from "./root.ts";
import { run } from "./run/command.ts";

// Checks error tables, format, lint, types, import rules, wording, and what pages name. `--fix` writes the error tables and applies the
// fixes of the formatter and the linter.
const fix = process.argv.includes("--fix");
const began = Date.now();
let failed = 0;

function verdict(name: string, ok: boolean): void {
  if (!ok) failed += 1;
  console.log(`${ok ? "ok    " : "FAILED"} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
}

async function step(name: string, command: string, args: string[]): Promise<void> {
  const { code, output } = await run(command, args, { quiet: true });
  if (code !== 0) console.log(output.trimEnd());
  verdict(name, code === 0);
}

if (fix) writeTables(root);
const stale = staleTables(root);
for (const path of stale)
  console.log(`${path} differs from conformance/contract/messages.json: run \`npm run check -- --fix\``);
verdict("error tables", stale.length === 0);

await step("format and lint", bin("biome"), [
  ...(fix ? ["check", "--write"] : ["ci"]),
  "--error-on-warnings",
  "--colors=off",
  ".",
]);
await step("types", bin("tsc"), ["-b"]);
await step("types of the tests", bin("tsc"), ["-p", "packages/repo/tsconfig.tests.json"]);
// Both contain code for browsers, whose types differ from those of Node.
await step("types of the dashboard", bin("tsc"), ["-p", "packages/dashboard"]);
await step("types of the tests of the dashboard", bin("tsc"), ["-p", "packages/dashboard/test"]);

const breaches = findBreaches(root);
for (const breach of breaches) console.log(breach);
verdict("import rules", breaches.length === 0);

const planted = { file: "packages/core/src/planted.ts", text: 'import { readFileSync } from "node:fs";' };
verdict(
  "import rules detect a planted violation",
  findBreaches(root, [planted]).length === breaches.length + 1,
);

const files = repositoryFiles(root);
const wordings = [...findDropped(files), ...findThrows(files)];
for (const wording of wordings) console.log(wording);
verdict("words and doc comments", wordings.length === 0);

const lost = findLost(files);
for (const name of lost) console.log(name);
verdict("files and links in pages", lost.length === 0);

process.exit(failed === 0 ? 0 : 1);
