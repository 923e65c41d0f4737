import { buildEnvironment } from "./build-environment.ts";
import { background } from "./command.ts";
import type { Failure, Outcome } from "./outcome.ts";
import { type Flaky, forgetFlaky, settle, thrown } from "./rerun.ts";
import { type Missing, provide, type Toolchain } from "./toolchains.ts";

/** A part of `npm test`. */
export interface Part {
  name: string;
  /** Other names for `--only`. */
  also?: string[];
  /** Only in the thorough tier. */
  thorough?: boolean;
  /** Programs without which the part cannot run. A part that lacks an optional one never counts as failed. */
  needs: Toolchain[];
  /** Programs without which some of its tests do not run. */
  wants?: Toolchain[];
  /** Whether it runs beside the other parts: many of their tests wait. */
  beside?: boolean;
  run(missing: Missing): Promise<Outcome>;
}

export interface GateOptions {
  /** Whether missing programs may be installed with apt. */
  mayInstall: boolean;
  /** Whether a part that cannot run counts as failed, as in CI. */
  unattended: boolean;
  /** The folder for reports and for the outputs of flaky tests. */
  reports: string;
}

/** Runs the parts, repeats each failure once, and prints the outcome. Returns the exit code. */
export async function gate(parts: Part[], options: GateOptions): Promise<0 | 1> {
  forgetFlaky(options.reports);
  const missing = await provide(
    [...new Set(parts.flatMap(({ needs, wants = [] }) => [...needs, ...wants]))],
    options.mayInstall,
  );
  // What the caller has set takes precedence.
  Object.assign(process.env, { ...(await buildEnvironment()), ...process.env });
  const total: Total = { passed: 0, failed: [], flaky: [], notRun: [] };
  const runnable = parts.filter(({ needs }) => !needs.some((tool) => missing.has(tool)));
  const ran = new Map<Part, Ran>();
  const inTurn = async (some: Part[], isAside: boolean) => {
    for (const part of some) ran.set(part, await runPart(part, missing, isAside));
  };
  const others = runnable.filter(({ beside }) => !beside);
  const aside = others.length === 0 ? [] : runnable.filter(({ beside }) => beside);
  await Promise.all([
    inTurn(aside.length === 0 ? runnable : others, false),
    background(() => inTurn(aside, true)),
  ]);
  const lines: string[] = [];
  for (const part of parts) {
    const { outcome, seconds } = ran.get(part) ?? {};
    if (outcome === undefined) {
      lines.push(`  ${part.name}: not run`);
      notRun(part, missing, options, total);
      continue;
    }
    // Only now, because no other test may run beside one that is run again.
    const { passed, failed, flaky } = await settle(outcome, options.reports);
    total.passed += passed;
    total.failed.push(...failed);
    total.flaky.push(...flaky);
    total.notRun.push(...outcome.notRun);
    lines.push(`  ${part.name}: ${passed} passed, ${failed.length} failed (${seconds} s)`);
  }
  print(total, lines);
  return total.failed.length === 0 ? 0 : 1;
}

interface Total {
  passed: number;
  failed: Failure[];
  flaky: Flaky[];
  notRun: string[];
}

interface Ran {
  outcome: Outcome;
  seconds: string;
}

async function runPart(part: Part, missing: Missing, isAside: boolean): Promise<Ran> {
  if (!isAside) console.log(`\n== ${part.name}`);
  const began = performance.now();
  const run = () => part.run(missing);
  const outcome = await run().catch((error: Error) => thrown(part.name, error, run));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (isAside) console.log(`\n== ${part.name}, run beside the others\n${outcome.output}`);
  if (outcome.passed + outcome.failures.length + outcome.notRun.length === 0)
    outcome.failures.push({ name: part.name, output: "No tests were run." });
  return { outcome, seconds };
}

/** Adds a part that lacks programs: it fails an unattended run, unless only optional ones are missing. */
function notRun(part: Part, missing: Missing, options: GateOptions, total: Total): void {
  const lacking = part.needs.filter((tool) => missing.has(tool));
  const reasons = lacking.map((tool) => missing.get(tool));
  total.notRun.push(`${part.name}: ${reasons.join(" ")}`);
  const mustRun = options.unattended && lacking.some(({ aptPackages }) => aptPackages !== undefined);
  if (mustRun) total.failed.push({ name: part.name, output: reasons.join("\n") });
}

function print({ passed, failed, flaky, notRun }: Total, lines: string[]): void {
  if (notRun.length > 0) console.log(`\nnot run on this machine:\n${indented(notRun.join("\n"))}`);
  if (flaky.length > 0) {
    console.log("\nflaky:");
    for (const { name, file } of flaky) console.log(`  ${name}\n    both outputs: ${file}`);
  }
  for (const { name, output } of failed) console.log(`\nFAILED ${name}\n${indented(output.trim())}`);
  console.log(`\n${lines.join("\n")}\n`);
  console.log(`${flaky.length} flaky, ${notRun.length} not run`);
  console.log(`${passed} passed, ${failed.length} failed`);
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, "  ");
