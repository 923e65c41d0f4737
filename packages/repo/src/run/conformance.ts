import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { type Ended, run } from "./command.ts";
import { asOne, checked, type Failure, failedAs, type Outcome, sum } from "./outcome.ts";
import { findPython } from "./toolchains.ts";

const page = join("docs", "reference", "conformance.md");
// The order of the cases does not depend on the day; `shuffledConformance` tries others.
const usualSeed = 1;

export interface SuiteOptions {
  reports: string;
  seed?: number;
  /** Judge what passed again with small changes. */
  mutations?: boolean;
}

/** Every case on every testee, a verdict each, and whether the page of the matrix says what came of it. */
export async function conformanceSuite(options: SuiteOptions): Promise<Outcome> {
  const renewed = join(options.reports, "conformance.md");
  copyFileSync(join(root, page), renewed);
  const suite = await verdicts("conformance", options, ["--markdown", renewed]);
  const isCurrent = readFileSync(renewed, "utf8") === readFileSync(join(root, page), "utf8");
  const stale = `${page} says something else; renew it: npm run conformance -- --markdown ${page}`;
  // A verdict that fell short changes the page; only a run in which none did can tell.
  const again = async () => asOne(page, await conformanceSuite({ ...options, mutations: false }));
  return sum([
    suite,
    checked(page, isCurrent, isCurrent ? "" : stale, suite.failures.length > 0 ? again : undefined),
  ]);
}

/** Every case on every testee once more for each seed, which is the order: no verdict may depend on it. */
export async function shuffledConformance(reports: string, seeds: number[]): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const seed of seeds) outcomes.push(await verdicts(`conformance-seed-${seed}`, { reports, seed }, []));
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
  mutations?: { killed: number; holes: number };
}

async function verdicts(
  name: string,
  { reports, seed = usualSeed, mutations }: SuiteOptions,
  args: string[],
): Promise<Outcome> {
  const file = join(reports, `${name}.json`);
  const more = mutations ? ["--mutations"] : [];
  const { ended, report } = await suite(file, [...args, ...more, "--seed", String(seed)]);
  const whole = () => verdicts(`${name}-again`, { reports, seed }, args);
  if (!report) return failedAs({ name: `${name}: no report`, output: ended.output, again: whole });
  const again = async () => asOne(name, await whole());
  const failures = report.verdicts
    .filter(isShort)
    .map((short) => failureOf(short, join(reports, `${name}-again.json`)));
  const lost = report.owed - report.verdicts.length;
  if (lost > 0) failures.push({ name: `${name}: ${lost} verdicts are missing`, output: ended.output, again });
  // Nothing is started for an observation mutant, so a hole is there the second time too.
  const holes = report.mutations?.holes ?? 0;
  if (holes > 0)
    failures.push({ name: `${name}: ${holes} changes that no case notices`, output: ended.output });
  // A run can be unsound in ways that belong to no case.
  if (ended.code !== 0 && failures.length === 0)
    failures.push({ name: `${name}: ended with ${ended.code}`, output: ended.output, again });
  const passed = report.verdicts.length - report.verdicts.filter(isShort).length;
  return { passed: passed + (report.mutations?.killed ?? 0), failures, notRun: [], output: ended.output };
}

const isShort = ({ verdict }: Verdict): boolean => verdict !== "pass" && verdict !== "known-fail";

function failureOf(short: Verdict, file: string): Failure {
  const { testee, peer, case: id, verdict, failures } = short;
  const testees = [testee, ...(peer === null ? [] : [peer])];
  const name = `conformance ${testees.join(" > ")} ${id}`;
  const again = async (): Promise<Outcome> => {
    const chosen = testees.flatMap((one) => ["--testee", one]);
    const { ended, report } = await suite(file, ["--no-build", ...chosen, "--case", id]);
    const own = report?.verdicts.filter(
      (one) => one.testee === testee && one.peer === peer && one.case === id && !isShort(one),
    );
    return checked(name, own?.length === 1, ended.output);
  };
  return { name, output: `${verdict}\n${JSON.stringify(failures, null, 1)}`, again };
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
  problems: { mutant: string | null; said: string }[];
}

/** The Node SDKs that are wrong on purpose, each put to the cases that have to notice it. */
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
  if (code !== 0 && failures.length === 0) failures.push({ name: `broken SDKs: ended with ${code}`, output });
  return { passed: report.killed, failures, notRun: [], output };
}

/** Random scripts against a small model, the same for every testee and, by the seed, for every run. */
export async function fuzz(ops: number, seed: number): Promise<Outcome> {
  const { code, output } = await conformance(["fuzz", "--ops", String(ops), "--seed", String(seed)]);
  return checked(`fuzz --ops ${ops} --seed ${seed}`, code === 0, output, () => fuzz(ops, seed));
}

async function conformance(args: string[]): Promise<Ended> {
  const python = await findPython();
  return run(process.execPath, [join(root, "conformance", "src", "main.ts"), ...args], {
    cwd: root,
    ...(python === undefined ? {} : { env: { PYTHON: python } }),
  });
}
