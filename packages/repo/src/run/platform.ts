import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { passableFolder } from "../drive/folder.ts";
import { whyNotIsolated } from "../drive/isolation.ts";
import { withServer } from "../drive/test-database.ts";
import { root } from "../root.ts";
import { type Ended, run } from "./command.ts";
import { asOne, checked, type Failure, failedAs, type Outcome } from "./outcome.ts";

interface Verdict {
  testee: string;
  case: string;
  verdict: string;
  failures: unknown[];
}

interface Report {
  owed: number;
  verdicts: Verdict[];
}

export interface PlatformRun {
  /** Name of the part. */
  name: string;
  reports: string;
  /** Platforms of this repository. */
  testees: string[];
  slow: boolean;
}

/** Runs the platform's cases, or some of them, on platforms of this repository. */
export async function platformSuite(chosen: PlatformRun, cases: string[] = []): Promise<Outcome> {
  const { reports, testees, slow } = chosen;
  const name = cases.length > 0 ? `${chosen.name}-again` : chosen.name;
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  const named = [...testees.flatMap((one) => ["--testee", one]), ...cases.flatMap((id) => ["--case", id])];
  const args = [...named, ...(slow ? ["--slow"] : [])];
  const { code, output } = await suite(["platform", "--json", file, "--seed", "1", ...args]);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
  const again = async () => asOne(name, await platformSuite(chosen, cases));
  if (!report) return failedAs({ name: `${name}: no report`, output, again });
  const short = report.verdicts.filter(({ verdict }) => verdict !== "pass" && verdict !== "known-fail");
  const failures = short.map((one): Failure => {
    const said = `${one.verdict}\n${JSON.stringify(one.failures, null, 1)}`;
    const alone = async () =>
      asOne(
        `platform ${one.testee} ${one.case}`,
        await platformSuite({ ...chosen, testees: [one.testee] }, [one.case]),
      );
    return { name: `platform ${one.testee} ${one.case}`, output: said, again: alone };
  });
  const lost = report.owed - report.verdicts.length;
  if (lost > 0) failures.push({ name: `${name}: ${lost} verdicts are missing`, output, again });
  if (code !== 0 && failures.length === 0)
    failures.push({ name: `${name}: exited with code ${code}`, output, again });
  return { passed: report.verdicts.length - short.length, failures, notRun: [], output };
}

interface MutantReport {
  killed: number;
  notRun: string[];
  problems: { mutant: string | null; said: string }[];
}

/** Runs each broken platform, or some of them, against the cases that must notice it. */
export async function brokenPlatforms(
  { name, reports, testee }: { name: string; reports: string; testee: string },
  only: string[] = [],
): Promise<Outcome> {
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  const args = only.flatMap((id) => ["--mutant", id]);
  const { code, output } = await suite(["platform-mutants", "--testee", testee, "--json", file, ...args]);
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MutantReport) : undefined;
  const again = (ids: string[]) => () => brokenPlatforms({ name, reports, testee }, ids);
  if (!report) return failedAs({ name: `${name}: no report`, output, again: again(only) });
  const said = Map.groupBy(report.problems, ({ mutant }) => mutant);
  const failures = [...said].map(([mutant, problems]): Failure => {
    const text = problems.map((problem) => problem.said).join("\n");
    if (mutant === null) return { name, output: text, again: again(only) };
    return { name: `${name} ${mutant}`, output: text, again: again([mutant]) };
  });
  if (code !== 0 && failures.length === 0)
    failures.push({ name: `${name}: exited with code ${code}`, output });
  const notRun = report.notRun.map((id) => `broken platform ${id}: the server owes none of its cases`);
  return { ...checked(name, true, output), passed: report.killed, failures, notRun };
}

/** The testee that keeps its records in PostgreSQL. */
export const onServer = "server-on-postgresql";

/** Bots of the cases are trusted, so they run even where no isolation is available. */
async function suite(args: string[]): Promise<Ended> {
  const folder = passableFolder("botyard-platform-suite-");
  const why = await whyNotIsolated(join(folder, "data"));
  rmSync(folder, { recursive: true, force: true });
  const none = { PLATFORM_ISOLATION: "none", PLATFORM_NETWORK: "host" };
  const env = why === undefined || process.env.PLATFORM_ISOLATION ? {} : none;
  const main = join(root, "conformance", "src", "main.ts");
  const ended = () => run(process.execPath, [main, ...args], { cwd: root, env });
  return args.includes(onServer) ? withServer(ended) : ended();
}
