import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Failure, failedAs, type Outcome } from "./outcome.ts";

/** A test that failed and then passed, and the file that holds both outputs. */
export interface Flaky {
  name: string;
  file: string;
}

export interface Settled {
  /** Number of tests that passed in the first or the second run. */
  passed: number;
  failed: Failure[];
  flaky: Flaky[];
}

/** With more failures than this none is run again, because they probably have a common cause. */
export const mostReruns = 20;

/** Removes the outputs of flaky tests of an earlier run. */
export function forgetFlaky(reports: string): void {
  mkdirSync(reports, { recursive: true });
  for (const name of readdirSync(reports)) if (name.startsWith("flaky-")) rmSync(join(reports, name));
}

/** Runs each failure again once, alone: one that then passes is flaky, one that fails again has failed. */
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

/** Returns the outcome of a runner that threw an error. */
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
