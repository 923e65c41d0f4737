import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BenchReport } from "../bench/report.ts";
import { root } from "../root.ts";
import { run } from "./command.ts";
import { asOne, failedAs, type Outcome } from "./outcome.ts";

/**
 * Runs one short round of each benchmark, or of these: each must end. Its numbers are not compared with the targets, because a
 * short round measures nothing.
 */
export async function shortBench(reports: string, only: readonly string[] = []): Promise<Outcome> {
  const file = join(reports, "bench.json");
  rmSync(file, { force: true });
  const args = ["--short", "--json", file, ...only.flatMap((name) => ["--only", name])];
  const { code, output } = await run(process.execPath, [
    join(root, "packages", "repo", "src", "bench.ts"),
    ...args,
  ]);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as BenchReport) : undefined;
  if (report === undefined) return failedAs({ name: `bench: exited with code ${code}`, output });
  const failures = report.failed.map(({ name, reason }) => ({
    name: `bench ${name}`,
    output: `${name}: ${reason}`,
    again: async () => asOne(`bench ${name}`, await shortBench(reports, [name])),
  }));
  return { passed: report.ended.length, failures, notRun: report.skipped, output };
}
