import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Failure, failedAs, type Outcome } from "./outcome.ts";

/** A test that failed and then passed, and the file that holds both outputs. */
export interface Flaky {
  name: string;
  file: string;
}

export interface Settled {
  /** Tests that passed, the second time included. */
  passed: number;
  failed: Failure[];
  flaky: Flaky[];
}

/** More failures than this have one cause, which is not chance: none of them is run again. */
export const mostReruns = 20;

/** Removes what an earlier run kept of its flaky tests. */
export function forgetFlaky(reports: string): void {
  mkdirSync(reports, { recursive: true });
  for (const name of readdirSync(reports)) if (name.startsWith("flaky-")) rmSync(join(reports, name));
}

/** Runs each failure again, alone and once: one that passes then is flaky, one that does not has failed. */
export async function settle(outcome: Outcome, reports: string): Promise<Settled> {
  const settled: Settled = { passed: outcome.passed, failed: [], flaky: [] };
  const mayRerun = outcome.failures.length <= mostReruns;
  for (const failure of outcome.failures) {
    if (!mayRerun || failure.again === undefined) {
      settled.failed.push(failure);
      continue;
    }
    console.log(`\nrunning again, alone: ${failure.name}`);
    const second = await failure.again().catch((error: Error) => thrown(failure.name, error));
    if (second.failures.length === 0 && second.passed > 0) {
      settled.passed += second.passed;
      settled.flaky.push({ name: failure.name, file: keep(failure, second.output, reports) });
    } else {
      const output = second.failures.map((one) => one.output).join("\n") || second.output;
      settled.failed.push({ name: failure.name, output: bothOf(failure.output, output) });
    }
  }
  return settled;
}

/** What a runner that broke off counts as. */
export function thrown(name: string, error: Error, again?: Failure["again"]): Outcome {
  return failedAs({ name, output: error.stack ?? String(error), ...(again && { again }) });
}

const bothOf = (first: string, second: string): string =>
  `first run:\n\n${first.trim()}\n\nsecond run, alone:\n\n${second.trim() || "(no output)"}\n`;

function keep({ name, output }: Failure, second: string, reports: string): string {
  const slug = name.replace(/[^a-zA-Z0-9]+/g, "-").slice(0, 100);
  const taken = new Set(readdirSync(reports));
  let file = `flaky-${slug}.txt`;
  for (let n = 2; taken.has(file); n++) file = `flaky-${slug}-${n}.txt`;
  writeFileSync(join(reports, file), `${name}\n\n${bothOf(output, second)}`);
  return join(reports, file);
}
