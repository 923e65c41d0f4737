import { buildEnvironment } from "./build-environment.ts";
import { background } from "./command.ts";
import { type Green, type Kept, openKept, type Result, type ResultOptions, type Unit } from "./kept.ts";
import type { Failure, Outcome } from "./outcome.ts";
import { type Flaky, forgetFlaky, settle, thrown } from "./rerun.ts";
import { type Missing, provide, type Toolchain } from "./toolchains.ts";
import { withUnpacked } from "./unpacked.ts";

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
  /** What of it has a result of its own that is kept. A part without any runs each time. */
  units?: readonly Unit[];
  /** @param stale the units to run */
  run(missing: Missing, stale: readonly Unit[]): Promise<Outcome>;
}

export interface GateOptions {
  /** Whether missing programs may be installed with apt. */
  mayInstall: boolean;
  /** Whether a part that cannot run counts as failed, as in CI. */
  unattended: boolean;
  /** The folder for reports and for the outputs of flaky tests. */
  reports: string;
  /** Where the results of units are kept; nowhere, if it is missing. */
  results?: ResultOptions;
}

/** Runs the parts, repeats each failure once, and prints the outcome. Returns the exit code. */
export async function gate(parts: Part[], options: GateOptions): Promise<0 | 1> {
  forgetFlaky(options.reports);
  process.env.PATH = withUnpacked(process.env.PATH);
  const tools = [...new Set(parts.flatMap(toolsOf))];
  const missing = await provide(tools, options.mayInstall);
  // What the caller has set takes precedence.
  Object.assign(process.env, { ...(await buildEnvironment()), ...process.env });
  const kept = options.results && (await openKept(options.results, tools, missing));
  const plans = parts.map((part) => planOf(part, kept, options.results?.all === true));
  const total: Total = { passed: 0, failed: [], flaky: [], notRun: [] };
  const runnable = plans.filter(({ part }) => !part.needs.some((tool) => missing.has(tool)));
  const due = runnable.filter(({ part, stale }) => part.units === undefined || stale.length > 0);
  const ran = new Map<Part, Ran>();
  const inTurn = async (some: Plan[], isAside: boolean) => {
    for (const plan of some) ran.set(plan.part, await runPart(plan, missing, isAside));
  };
  const others = due.filter(({ part }) => !part.beside);
  const aside = others.length === 0 ? [] : due.filter(({ part }) => part.beside);
  await Promise.all([
    inTurn(aside.length === 0 ? due : others, false),
    background(() => inTurn(aside, true)),
  ]);
  const lines: string[] = [];
  const results: Result[] = [];
  for (const plan of plans) {
    const { part, greens } = plan;
    if (!runnable.includes(plan)) {
      lines.push(`  ${part.name}: not run`);
      notRun(part, missing, options, total);
      continue;
    }
    for (const green of greens) {
      total.passed += green.passed;
      total.notRun.push(...green.notRun);
    }
    const { outcome, seconds } = ran.get(part) ?? {};
    const said: string[] = [];
    if (outcome !== undefined) {
      // Only now, because no other test may run beside one that is run again.
      const { passed, failed, flaky } = await settle(outcome, options.reports);
      total.passed += passed;
      total.failed.push(...failed);
      total.flaky.push(...flaky);
      total.notRun.push(...outcome.notRun);
      said.push(`${passed} passed, ${failed.length} failed (${seconds} s)`);
      results.push(...resultsOf(plan, outcome));
    }
    lines.push(`  ${part.name}: ${[...said, ...unchanged(greens)].join("; ")}`);
  }
  kept?.keep(results);
  print(total, lines);
  return total.failed.length === 0 ? 0 : 1;
}

const toolsOf = ({ needs, wants = [] }: Part): Toolchain[] => [...needs, ...wants];

/** What of a part has to run, and the results of the rest. */
interface Plan {
  part: Part;
  stale: Unit[];
  greens: Green[];
}

function planOf(part: Part, kept: Kept | undefined, all: boolean): Plan {
  const units = part.units ?? [];
  const found = new Map(units.map((unit) => [unit, all ? undefined : kept?.find(unit, toolsOf(part))]));
  return {
    part,
    stale: units.filter((unit) => found.get(unit) === undefined),
    greens: [...found.values()].filter((green) => green !== undefined),
  };
}

/** Returns the results of the units in which nothing failed, not even in the first of two runs. */
function resultsOf({ part, stale }: Plan, { passed, notRun, failures, units }: Outcome): Result[] {
  if (failures.some(({ unit }) => unit === undefined)) return [];
  const failed = new Set(failures.map(({ unit }) => unit));
  const [only, ...more] = stale;
  const found = units ?? (only && more.length === 0 ? { [only.name]: { passed, notRun } } : {});
  return stale.flatMap((unit): Result[] => {
    const outcome = found[unit.name];
    if (outcome === undefined || failed.has(unit.name)) return [];
    return [{ unit, tools: toolsOf(part), outcome }];
  });
}

function unchanged(greens: Green[]): string[] {
  if (greens.length === 0) return [];
  const passed = greens.reduce((sum, green) => sum + green.passed, 0);
  const latest = greens
    .map(({ at }) => at)
    .sort()
    .at(-1)!;
  return [`unchanged since ${latest.slice(0, 16).replace("T", " ")}, ${passed} passed then`];
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

async function runPart({ part, stale }: Plan, missing: Missing, isAside: boolean): Promise<Ran> {
  if (!isAside) console.log(`\n== ${part.name}`);
  const began = performance.now();
  const run = () => part.run(missing, stale);
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
