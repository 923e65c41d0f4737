import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { type Ended, run } from "./command.ts";
import type { Unit } from "./kept.ts";
import { inputsOfTestee, testeeNames, testees } from "./languages.ts";
import {
  asOne,
  checked,
  type Failure,
  failedAs,
  nothing,
  type Outcome,
  sum,
  type UnitOutcome,
} from "./outcome.ts";
import { findPython, type Missing } from "./toolchains.ts";

// Always the same order of cases; `shuffledConformance` runs others.
const usualSeed = 1;

export interface SuiteOptions {
  reports: string;
  /** Testees that need one of these are left out, and listed as not run. */
  missing: Missing;
  seed?: number;
  /** Also check observation mutants. */
  mutations?: boolean;
  /** Run only what belongs to these. */
  stale?: readonly Unit[];
}

/** Runs every case for every testee, or what belongs to some units. */
export async function conformanceSuite(options: SuiteOptions): Promise<Outcome> {
  const { notRun } = testees(options.missing);
  const suite = await verdicts("conformance", options);
  return sum([suite, { ...nothing, notRun: notRun.map((line) => `conformance: ${line}`) }]);
}

const unitOf = (testee: string, peer: string | null) =>
  `conformance ${peer === null ? testee : `${testee}:${peer}`}`;

/** What the verdicts of a testee depend on, besides those of its language. */
const suiteInputs = [
  ...[
    "conformance",
    "!conformance/test",
    "!conformance/testees",
    "!conformance/platform",
    "!conformance/mutants",
  ],
  ...["package.json", "pnpm-lock.yaml", "packages/repo/src/run", "packages/repo/src/root.ts"],
];

/** Returns a unit for the verdicts of each testee alone, and one for those of each ordered pair. */
export function conformanceUnits(): Unit[] {
  const names = testeeNames();
  return names.flatMap((one) => [
    { name: unitOf(one, null), inputs: [...suiteInputs, ...inputsOfTestee(one)] },
    ...names.map((peer) => ({
      name: unitOf(one, peer),
      inputs: [...suiteInputs, ...inputsOfTestee(one), ...inputsOfTestee(peer)],
    })),
  ]);
}

/** Returns a unit for what is fuzzed of each testee. */
export const fuzzUnits = (): Unit[] =>
  testeeNames().map((name) => ({
    name: `fuzz ${name}`,
    inputs: [...suiteInputs, ...inputsOfTestee(name)],
  }));

/** Runs every case for every testee once for each seed. Seeds set the order, which must not affect verdicts. */
export async function shuffledConformance(
  reports: string,
  missing: Missing,
  seeds: number[],
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const seed of seeds)
    outcomes.push(await verdicts(`conformance-seed-${seed}`, { reports, missing, seed }));
  return sum(outcomes);
}

interface Verdict {
  testee: string;
  peer: string | null;
  case: string;
  verdict: string;
  failures: unknown[];
}

interface Report {
  owed: number;
  verdicts: Verdict[];
  /** Verdicts that this machine cannot deliver. */
  not_run: { case: string; testee: string; peer: string | null; reason: string }[];
  mutations?: { killed: number; holes: number };
}

async function verdicts(
  name: string,
  { reports, missing, seed = usualSeed, mutations, stale }: SuiteOptions,
): Promise<Outcome> {
  const present = testees(missing).present;
  const wanted = stale
    ?.map(({ name }) => name.replace("conformance ", ""))
    .filter((one) => one.split(":").every((testee) => present.includes(testee)));
  if (wanted?.length === 0) return nothing;
  const args = (wanted ?? []).flatMap((one) => ["--only", one]);
  const chosen = named(present);
  const file = join(reports, `${name}.json`);
  const more = mutations ? ["--mutations"] : [];
  const { ended, report } = await suite(file, [...chosen, ...args, ...more, "--seed", String(seed)]);
  const whole = () => verdicts(`${name}-again`, { reports, missing, seed, ...(stale && { stale }) });
  if (!report) return failedAs({ name: `${name}: no report`, output: ended.output, again: whole });
  const again = async () => asOne(name, await whole());
  const failures = report.verdicts
    .filter(isShort)
    .map((short) => failureOf(short, join(reports, `${name}-again.json`)));
  const lost = report.owed - report.verdicts.length;
  if (lost > 0) failures.push({ name: `${name}: ${lost} verdicts are missing`, output: ended.output, again });
  // Observation mutants start no process, so a second run would have the same result.
  const holes = report.mutations?.holes ?? 0;
  if (holes > 0)
    failures.push({
      name: `${name}: ${holes} observation mutants that no case rejects`,
      output: ended.output,
    });
  // A run can fail for reasons that belong to no case.
  if (ended.code !== 0 && failures.length === 0)
    failures.push({ name: `${name}: exited with code ${ended.code}`, output: ended.output, again });
  const passed = report.verdicts.length - report.verdicts.filter(isShort).length;
  const notRun = [...Map.groupBy(report.not_run, (one) => one.case)].map(
    ([id, group]) => `${name}: ${id} on ${counted(group.length)}: ${group[0]!.reason}`,
  );
  return {
    passed: passed + (report.mutations?.killed ?? 0),
    failures,
    notRun,
    output: ended.output,
    units: unitsOf(report, name),
  };
}

function unitsOf({ verdicts, not_run }: Report, name: string): Record<string, UnitOutcome> {
  const units: Record<string, UnitOutcome> = {};
  const of = ({ testee, peer }: Pick<Verdict, "testee" | "peer">) =>
    (units[unitOf(testee, peer)] ??= { passed: 0, notRun: [] });
  for (const one of verdicts) of(one).passed += isShort(one) ? 0 : 1;
  for (const one of not_run) of(one).notRun.push(`${name}: ${one.case} on ${one.testee}: ${one.reason}`);
  return units;
}

const counted = (testees: number): string => (testees === 1 ? "1 testee" : `${testees} testees`);

const isShort = ({ verdict }: Verdict): boolean => verdict !== "pass" && verdict !== "known-fail";

function failureOf(short: Verdict, file: string): Failure {
  const { testee, peer, case: id, verdict, failures } = short;
  const unit = unitOf(testee, peer);
  const pair = [testee, ...(peer === null ? [] : [peer])];
  const name = `conformance ${pair.join(" > ")} ${id}`;
  const again = async (): Promise<Outcome> => {
    const { ended, report } = await suite(file, ["--no-build", ...named(pair), "--case", id]);
    const own = report?.verdicts.filter(
      (one) => one.testee === testee && one.peer === peer && one.case === id && !isShort(one),
    );
    return checked(name, own?.length === 1, ended.output);
  };
  return { name, unit, output: `${verdict}\n${JSON.stringify(failures, null, 1)}`, again };
}

async function suite(file: string, args: string[]): Promise<{ ended: Ended; report: Report | undefined }> {
  rmSync(file, { force: true });
  const ended = await conformance(["--json", file, ...args]);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
  return { ended, report };
}

interface MutantReport {
  killed: number;
  alive: number;
  /** Mutants whose cases this machine cannot run, with the reason. */
  notRun: string[];
  problems: { mutant: string | null; said: string }[];
}

/** Runs each broken Node SDK against the cases that must detect its fault. */
export async function brokenSdks(reports: string, args: string[]): Promise<Outcome> {
  const file = join(reports, "broken-sdks.json");
  rmSync(file, { force: true });
  const { code, output } = await conformance(["mutants", "--json", file, ...args]);
  const again = (ids: string[]) => () =>
    brokenSdks(
      reports,
      ids.flatMap((id) => ["--mutant", id]),
    );
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MutantReport) : undefined;
  if (!report)
    return failedAs({ name: "broken SDKs: no report", output, again: () => brokenSdks(reports, args) });
  const said = Map.groupBy(report.problems, ({ mutant }) => mutant);
  const failures = [...said].map(([mutant, problems]): Failure => {
    const output = problems.map((problem) => problem.said).join("\n");
    if (mutant === null) return { name: "broken SDKs", output };
    return { name: `broken SDK ${mutant}`, output, again: again([mutant]) };
  });
  if (code !== 0 && failures.length === 0)
    failures.push({ name: `broken SDKs: exited with code ${code}`, output });
  const notRun = report.notRun.map((line) => `broken SDK ${line}`);
  return { passed: report.killed, failures, notRun, output };
}

/**
 * Runs random scripts against a small model, for the testees of these units or for all. The seed sets the scripts, which
 * are the same for every testee.
 */
export async function fuzz(
  missing: Missing,
  ops: number,
  seed: number,
  stale: readonly Unit[] = fuzzUnits(),
): Promise<Outcome> {
  const { present, notRun } = testees(missing);
  const outcomes: Outcome[] = [{ ...nothing, notRun: notRun.map((line) => `fuzz: ${line}`) }];
  for (const name of present.filter((one) => stale.some((unit) => unit.name === `fuzz ${one}`)))
    outcomes.push(await fuzzOne(name, ops, seed));
  return sum(outcomes);
}

async function fuzzOne(testee: string, ops: number, seed: number): Promise<Outcome> {
  const args = ["fuzz", "--testee", testee, "--ops", String(ops), "--seed", String(seed)];
  const { code, output } = await conformance(args);
  const name = `fuzz --testee ${testee} --ops ${ops} --seed ${seed}`;
  const fuzzed = checked(name, code === 0, output, () => fuzzOne(testee, ops, seed));
  const unit = `fuzz ${testee}`;
  const failures = fuzzed.failures.map((failure) => ({ ...failure, unit }));
  return { ...fuzzed, failures, units: { [unit]: { passed: fuzzed.passed, notRun: [] } } };
}

const named = (testees: string[]): string[] => testees.flatMap((one) => ["--testee", one]);

async function conformance(args: string[]): Promise<Ended> {
  const python = await findPython();
  return run(process.execPath, [join(root, "conformance", "src", "main.ts"), ...args], {
    cwd: root,
    ...(python === undefined ? {} : { env: { PYTHON: python } }),
  });
}
