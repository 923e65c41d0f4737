import { availableParallelism } from "node:os";
import { BadInput } from "../bad-input.ts";
import { counted } from "../counted.ts";
import { type Finding, type Fuzzed, type FuzzReport, fuzz } from "../fuzz/index.ts";
import { writtenCase } from "../fuzz/written.ts";
import { errorTableOf } from "../judge/error-table.ts";
import { fingerprint } from "../run/ledger.ts";
import { build } from "../run/testee-folder.ts";
import { bundledContract } from "../spec/contract.ts";
import { testeesOf } from "./load-setting.ts";
import type { Exit } from "./main-command.ts";

/** Options of `fuzz`, as commander parses them. */
export interface FuzzRequest {
  testee: string[];
  ops: number;
  seed?: number;
  jobs?: number;
  save?: string;
  build: boolean;
}

/**
 * Fuzzes the testees, prints the findings and returns the exit code.
 *
 * @throws {BadInput} if a testee is invalid or cannot be built
 */
export async function fuzzCommand(
  request: FuzzRequest,
  stop: AbortSignal,
  print: (text: string) => void,
): Promise<Exit> {
  const testees = testeesOf(request.testee);
  for (const testee of request.build ? testees : []) {
    const problem = await build(testee, stop);
    if (problem !== undefined)
      throw new BadInput([{ file: testee.name, message: `could not be built: ${problem}` }]);
  }
  const seed = request.seed ?? Math.floor(Math.random() * 1e9);
  print(
    `At least ${request.ops} operations for each of ${testees.map(({ name }) => name).join(", ")}; seed ${seed}`,
  );
  const report = await fuzz({
    ...{ testees, errors: errorTableOf(bundledContract()), ops: request.ops, seed, stop },
    jobs: request.jobs ?? availableParallelism(),
    ...(request.save === undefined ? {} : { save: request.save }),
    on: (finding) => print(shown(finding)),
  });
  for (const line of summary(report)) print(line);
  if (stop.aborted) print("stopped before it was finished");
  // A testee that ran no operation has proved nothing.
  const idle = [...report.done].filter(([, { ops }]) => ops === 0).map(([name]) => name);
  if (idle.length > 0) print(`not fuzzed, because no operation was run: ${idle.join(", ")}`);
  return report.findings.length === 0 && !stop.aborted && idle.length === 0 ? 0 : 1;
}

function shown({ n, case: found, failures, onlyOnce, file }: Finding): string {
  const lines = [...failures].map(
    ([name, [first]]) => `  ${name}: ${first ? fingerprint(first) : "matches the model"}`,
  );
  const saved = file === null ? writtenCase(found).trimEnd() : `  saved as ${file}`;
  const note = onlyOnce ? ["  not reproduced when the script was run again, so not shrunk"] : [];
  return [`script ${n}: ${found.title.replace("Fuzzing found a", "a")}`, ...lines, ...note, saved].join("\n");
}

function summary({ findings, done }: FuzzReport): string[] {
  const lines = [...done].flatMap(([name, { ops, scripts, differing, seconds, leftOut }]) => {
    const speed = seconds > 0 ? Math.round(ops / seconds) : 0;
    const fell = differing === 0 ? "" : `, ${differing} of them different from the model`;
    return [
      `${name}: ${counted(ops, "operation")} in ${counted(scripts, "script")}${fell}; ${speed} operations per second of process time`,
      ...leftOutLines(leftOut),
    ];
  });
  return [...lines, `${findings.length} disagreement${findings.length === 1 ? "" : "s"}`];
}

function leftOutLines({ scripts, ops, lacks, afterDiffering }: Fuzzed["leftOut"]): string[] {
  const reasons = [...lacks].map(([name, count]) => `${name} ${count}`).sort();
  const lacking = `  left out: ${counted(ops, "operation")} in ${counted(scripts, "script")} (lacks ${reasons.join(", ")})`;
  const differing = `  left out: ${counted(afterDiffering, "script")}, because enough others differed`;
  return [...(scripts > 0 ? [lacking] : []), ...(afterDiffering > 0 ? [differing] : [])];
}
