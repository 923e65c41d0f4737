import { parseArgs } from "node:util";
import type { Counts } from "./run/counts.ts";
import { type Part, parts } from "./run/parts.ts";
import { ensure } from "./run/toolchains.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    "no-install": { type: "boolean" },
    help: { type: "boolean" },
  },
});
const names = parts.map((part) => part.name).join(", ");
if (values.help) {
  console.log(`npm test [-- --only PART] [--no-install]\n\nParts: ${names}. --no-install forbids apt.`);
  process.exit(0);
}

const only = values.only ?? [];
const chosen = parts.filter(
  (part) => only.length === 0 || [part.name, ...(part.also ?? [])].some((n) => only.includes(n)),
);
const unknown = only.find((name) => !parts.some((part) => part.name === name || part.also?.includes(name)));
if (unknown) {
  console.error(`npm test: there is no part ${JSON.stringify(unknown)}. Parts: ${names}.`);
  process.exit(2);
}

/** Why a part can not run here, or undefined when it can. */
async function missingFor(part: Part): Promise<string | undefined> {
  for (const tool of part.needs) {
    const missing = await ensure(tool, !values["no-install"]);
    if (missing) return missing;
  }
  return undefined;
}

let passed = 0;
let failed = 0;
const lines: string[] = [];
for (const part of chosen) {
  const began = Date.now();
  console.log(`\n== ${part.name}`);
  const missing = await missingFor(part);
  if (missing) {
    lines.push(`  ${part.name}: not run. ${missing}`);
    // Where nobody watches, a part that did not run must not read green.
    if (process.env.CI === "true") failed += 1;
    continue;
  }
  const counts: Counts = await part.run().catch((error: unknown) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  const notRun = counts.notRun ?? 0;
  if (counts.passed + counts.failed + notRun === 0) counts.failed = 1;
  if (notRun > 0) {
    lines.push(
      `  ${part.name}: ${notRun} tests not run on this machine; as root on Linux they run: sudo npm test -- --only ${part.name}`,
    );
    if (process.env.CI === "true") counts.failed += notRun;
  }
  passed += counts.passed;
  failed += counts.failed;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  lines.push(`  ${part.name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
}

console.log(`\n${lines.join("\n")}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
