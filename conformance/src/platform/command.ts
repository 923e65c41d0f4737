import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { suggestion } from "../cases/nearest.ts";
import { checkReportFiles, writeReport } from "../command/report-files.ts";
import { counted } from "../counted.ts";
import type { Delivered } from "../model.ts";
import { junitReport } from "../report/junit.ts";
import { isShort, tallyOf } from "../report/tally.ts";
import { terminalReport } from "../report/terminal.ts";
import { shuffled } from "../run/plan.ts";
import { loadPlatformCases } from "./cases/load.ts";
import type { PlatformCase, PlatformTestee } from "./model.ts";
import { checkPlatformMutants, platformMutants } from "./mutants/index.ts";
import { bad, chosenCases } from "./run/choice.ts";
import { longestFirst } from "./run/order.ts";
import { type PlatformPlan, planOf, runOnPlatform } from "./run/suite.ts";
import { loadPlatformTestee } from "./testee/load.ts";
import { remotePlatform } from "./testee/remote.ts";
import { missingAdapters } from "./world/adapters.ts";

/** Options of `platform`, as commander parses them. */
export interface PlatformRequest {
  testee: string[];
  area: string[];
  case: string[];
  jobs?: number;
  seed?: number;
  json?: string;
  junit?: string;
  list?: boolean;
  slow?: boolean;
  baseUrl?: string;
  apiKey?: string;
  apiKeyFile?: string;
  cli?: string;
}

/**
 * Runs the chosen cases on each chosen platform and returns the exit code.
 *
 * @throws {BadInput} if a case or a platform does not exist or is invalid
 */
export async function platformCommand(
  request: PlatformRequest,
  stop: AbortSignal,
  print: (text: string) => void,
): Promise<0 | 1> {
  const all = await loadPlatformCases();
  const { named, cases } = chosenCases(all, request);
  if (request.list) {
    for (const { id, title } of named) print(`${id}  ${title}`);
    print(
      `${counted(named.length, "case")} of ${counted(new Set(named.map((one) => one.template)).size, "template")}`,
    );
    return 0;
  }
  checkReportFiles(request);
  const seed = request.seed ?? Math.floor(Math.random() * 1e9);
  const began = performance.now();
  const plans: PlatformPlan = { owed: [], notOwed: [], notRun: [] };
  const delivered: Delivered[] = [];
  for (const testee of testeesOf(request, new Set(all.map(({ id }) => id)))) {
    const { plan, verdicts } = await runTestee(testee, cases, { ...request, seed, stop, print });
    for (const key of ["owed", "notOwed", "notRun"] as const) plans[key].push(...(plan[key] as never[]));
    delivered.push(...verdicts);
  }
  const seconds = (performance.now() - began) / 1000;
  print(terminalReport(plans, delivered, seconds));
  const slow = named.length - cases.length;
  if (slow > 0) print(`${counted(slow, "slow case")} not run; --slow runs them too`);
  if (request.json !== undefined) writeReport(request.json, resultsOf(plans, delivered, seconds, seed));
  if (request.junit !== undefined) writeReport(request.junit, junitReport(delivered));
  return delivered.length > 0 && !delivered.some(isShort) ? 0 : 1;
}

/** Options of `platform mutants`, as commander parses them. */
export interface PlatformMutantRequest {
  mutant: string[];
  testee: string;
  jobs?: number;
  json?: string;
}

/** Checks that each broken platform is noticed by its killers, and returns the exit code. */
export async function platformMutantsCommand(
  { mutant, testee: asked, jobs, json }: PlatformMutantRequest,
  stop: AbortSignal,
  print: (text: string) => void,
): Promise<0 | 1> {
  const cases = await loadPlatformCases();
  const ids = new Set(platformMutants.map(({ id }) => id));
  for (const id of mutant.filter((one) => !ids.has(one)))
    throw bad(`there is no mutant ${id}: ${suggestion(id, ids)}`);
  const chosenMutants = platformMutants.filter(({ id }) => mutant.length === 0 || mutant.includes(id));
  if (json !== undefined) checkReportFiles({ json });
  const began = performance.now();
  const open = await loadPlatformTestee(asked, new Set(cases.map(({ id }) => id))).open();
  try {
    const options = { jobs: jobs ?? 4 * availableParallelism(), stop };
    const found = await checkPlatformMutants(chosenMutants, cases, open, options);
    for (const { said } of found.problems) print(said);
    for (const id of found.notRun) print(`not run: ${id}: ${asked} owes none of its cases`);
    if (json !== undefined) writeReport(json, `${JSON.stringify(found, null, 1)}\n`);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const { killed, alive } = found;
    print(`${counted(killed + alive, "broken platform")} in ${seconds} s, ${killed} killed, ${alive} alive`);
    return found.problems.length > 0 ? 1 : 0;
  } finally {
    await open.close();
  }
}

interface TesteeRun {
  jobs?: number;
  seed: number;
  stop: AbortSignal;
  print: (text: string) => void;
}

const needsAdapter = ({ needs }: PlatformCase): boolean => needs.some((name) => name.startsWith("sdk-"));

async function runTestee(testee: PlatformTestee, cases: PlatformCase[], options: TesteeRun) {
  const open = await testee.open();
  try {
    const missing = cases.some(needsAdapter) ? await missingAdapters(options.stop) : {};
    const plan = planOf(cases, testee.name, { ...missing, ...open.lacks });
    options.print(`${counted(plan.owed.length, "verdict")} owed by ${testee.name}; seed ${options.seed}`);
    // A case mostly waits for the platform.
    const jobs = options.jobs ?? 4 * availableParallelism();
    const run = { jobs, stop: options.stop };
    const order = longestFirst(shuffled(plan.owed, options.seed));
    return { plan, verdicts: await runOnPlatform(order, open, testee, run) };
  } finally {
    await open.close();
  }
}

function testeesOf(request: PlatformRequest, ids: Set<string>): PlatformTestee[] {
  if (request.baseUrl === undefined) {
    const names = request.testee.length > 0 ? request.testee : ["server"];
    return names.map((name) => loadPlatformTestee(name, ids));
  }
  if (request.testee.length > 0) throw bad("--base-url and --testee exclude each other");
  const apiKey = keyOf(request);
  const cli = request.cli === undefined ? [] : [request.cli];
  return [remotePlatform({ baseUrl: request.baseUrl, apiKey, cli, lacks: {} })];
}

function keyOf({ apiKey, apiKeyFile }: PlatformRequest): string {
  if (apiKeyFile !== undefined) {
    try {
      return readFileSync(apiKeyFile, "utf8").trim();
    } catch (error) {
      throw bad(`${apiKeyFile} cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  const key = apiKey ?? process.env.PLATFORM_API_KEY;
  if (!key) throw bad("--base-url needs a key; set PLATFORM_API_KEY, or use --api-key-file");
  return key;
}

function resultsOf(plan: PlatformPlan, delivered: Delivered[], seconds: number, seed: number): string {
  const { owed, notOwed, notRun } = plan;
  const report = { v: 1, seed, owed: owed.length, not_owed: notOwed, not_run: notRun, verdicts: delivered };
  return `${JSON.stringify({ ...report, footer: { ...tallyOf(delivered), seconds } }, null, 1)}\n`;
}
