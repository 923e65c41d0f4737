import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { choices, chosenBy, ofPlatform, others } from "./bench/benches.ts";
import { endChildren, inTime, within } from "./bench/limit.ts";
import { type Amount, formatRow, meets, withoutTarget } from "./bench/numbers.ts";
import type { BenchReport } from "./bench/report.ts";
import { Scene } from "./bench/scene.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    short: { type: "boolean", default: false },
    limit: { type: "string", default: "900" },
    json: { type: "string" },
    help: { type: "boolean" },
  },
});
const names = choices.join(", ");
if (values.help) {
  console.log(
    `npm run bench [-- --only NAME] [--short]

Measures the platform and the SDKs and compares them with targets, most of them ratios within the same run. A missed
target does not fail the command; a benchmark that does not end does. An SDK without its toolchain on this machine is
skipped.

--only NAME      run this benchmark, or all of this group; may be repeated
--short          run one short round of each, which shows that it works and measures nothing
--limit SECONDS  how long one row may take (default: 900)
--json FILE      also write the rows as JSON, and which benchmarks ended

Benchmarks: ${names}.`,
  );
  process.exit(0);
}
const unknown = values.only?.find((name) => !choices.includes(name));
if (unknown !== undefined) {
  console.error(`npm run bench: unknown benchmark ${JSON.stringify(unknown)}. Benchmarks: ${names}.`);
  process.exit(2);
}
const limit = Number(values.limit);
if (!(limit > 0)) {
  console.error(`npm run bench: --limit ${JSON.stringify(values.limit)} is not a number of seconds above 0.`);
  process.exit(2);
}

const chosen = [...new Set((values.only ?? choices).flatMap(chosenBy))];
const needsPlatform = chosen.some((name) => name in ofPlatform);
const amount: Amount = values.short ? (_, short) => short : (full) => full;
const scene = new Scene();
const report: BenchReport = { ended: [], failed: [], skipped: [], rows: [] };
const { rows } = report;
try {
  if (needsPlatform) await inTime(limit, scene.open());
  const isolation = needsPlatform ? `, isolation ${scene.isolation}` : "";
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}${isolation}\n`);
  for (const name of chosen) {
    try {
      const measured = name in others ? others[name]!(amount) : ofPlatform[name]!(scene, amount);
      for await (const one of within(limit, measured)) {
        const row = values.short ? withoutTarget(one) : one;
        rows.push(row);
        if ("skipped" in row) report.skipped.push(`${row.name}: ${row.skipped}`);
        console.log(formatRow(row));
      }
      report.ended.push(name);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      report.failed.push({ name, reason });
      console.log(`FAILED  ${name}: ${reason}`);
      endChildren(scene.platform.process?.pid);
    }
  }
} finally {
  await scene.close();
}
const measured = rows.filter((row) => "value" in row);
const skipped = rows.length - measured.length;
const met = values.short
  ? `${measured.length} rows`
  : `${measured.filter(meets).length} of ${measured.length} targets met`;
console.log(`\n${met}${skipped > 0 ? `, ${skipped} skipped` : ""}`);
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(report));
process.exit(report.failed.length > 0 ? 1 : 0);
