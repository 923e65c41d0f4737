import { availableParallelism } from "node:os";
import { BadInput } from "../bad-input.ts";
import { counted } from "../counted.ts";
import type { Case } from "../model.ts";
import { notRunLines } from "../report/terminal.ts";
import { type Plan, planOf } from "../run/plan.ts";
import { versionsOf } from "../spec/index.ts";
import { changedCases } from "./changed.ts";
import { explain } from "./explain.ts";
import { list } from "./list.ts";
import { checkReportFiles } from "./report-files.ts";
import { run } from "./run.ts";
import type { Setting } from "./setting.ts";

/**
 * 0: every owed verdict was delivered and none failed; 1: a verdict failed or the run was unsound; 2: invalid input.
 */
export type Exit = 0 | 1 | 2;

/** Options of the main command, as commander parses them. */
export interface RunRequest {
  testee: string[];
  area: string[];
  case: string[];
  only: string[];
  cases?: string;
  requirements?: string;
  changed?: boolean;
  jobs?: number;
  seed?: number;
  json?: string;
  junit?: string;
  markdown?: string;
  mutations?: boolean;
  build: boolean;
  list?: boolean;
  explain?: string;
}

/**
 * Lists, explains or runs the chosen cases and returns the exit code.
 *
 * @throws {BadInput} if an area or case does not exist, or a report cannot be written
 */
export async function mainCommand(
  request: RunRequest,
  setting: Setting,
  stop: AbortSignal,
  print: (text: string) => void,
): Promise<Exit> {
  checkChoice(request, setting.cases);
  checkOnly(request, setting);
  checkRequirements(request, setting);
  const cases = request.changed ? changedCases(setting) : setting.cases;
  const choice = {
    ...{ areas: request.area, cases: request.case, only: request.only },
    ...(request.requirements === undefined ? {} : { requirements: request.requirements }),
  };
  const plan = planOf(cases, setting.testees, choice);
  if (request.explain !== undefined) {
    const one = setting.cases.find(
      ({ id, template }) => id === request.explain || template === request.explain,
    );
    if (!one)
      throw unknown(
        "case",
        request.explain,
        setting.cases.map(({ id }) => id),
      );
    for (const testee of setting.testees) print(explain(one, testee, testee));
    return 0;
  }
  if (request.list) {
    print(list(plan));
    return 0;
  }
  if (plan.owed.length === 0) {
    print(whyNothing(request, plan));
    return request.changed ? 0 : 1;
  }
  checkReportFiles(request);
  const seed = request.seed ?? Math.floor(Math.random() * 1e9);
  const names = setting.testees.map(({ name }) => name).join(", ");
  print(`${counted(plan.owed.length, "verdict")} owed by ${names}; seed ${seed}`);
  // A case waits for about half of its time.
  const jobs = request.jobs ?? 2 * availableParallelism();
  return run(setting, plan, { ...request, built: !request.build, jobs, seed }, stop, print);
}

function whyNothing({ changed }: RunRequest, plan: Plan): string {
  const { notOwed, notRun } = plan;
  if (notRun.length > 0)
    return [...notRunLines(plan), "This machine can run none of the chosen cases."].join("\n");
  if (notOwed.length > 0)
    return "No verdict is owed: every testee lacks a capability that the chosen cases need.";
  return changed
    ? "No case differs from the last commit."
    : "No verdict is owed: no case matches the given options.";
}

function checkChoice({ area, case: ids }: RunRequest, cases: Case[]): void {
  const areas = new Set(cases.map((one) => one.area));
  for (const name of area) if (!areas.has(name)) throw unknown("area", name, [...areas]);
  const known = new Set(cases.flatMap(({ id, template }) => [id, template]));
  for (const id of ids) if (!known.has(id)) throw unknown("case", id, [...known]);
  const inAreas = (one: Case): boolean => area.includes(one.area);
  const isNamed = ({ id, template }: Case): boolean => ids.includes(id) || ids.includes(template);
  if (area.length === 0 || ids.length === 0 || cases.some((one) => inAreas(one) && isNamed(one))) return;
  const message = `no case of --case ${ids.join(" --case ")} is in --area ${area.join(" --area ")}; leave out one of the options`;
  throw new BadInput([{ file: "botyard-conformance", message }]);
}

function checkOnly({ only }: RunRequest, { testees }: Setting): void {
  const names = testees.map(({ name }) => name);
  for (const wanted of only) {
    const [testee = "", peer = testee] = wanted.split(":");
    for (const name of [testee, peer]) if (!names.includes(name)) throw unknown("testee", name, names);
  }
}

function checkRequirements({ requirements }: RunRequest, { contract }: Setting): void {
  const versions = versionsOf(contract);
  if (requirements === undefined || versions.includes(requirements)) return;
  const message = `there is no version ${requirements} of the contract; this suite has ${versions.join(" and ")}`;
  throw new BadInput([{ file: "botyard-conformance", message }]);
}

function unknown(what: string, name: string, known: string[]): BadInput {
  const near = known.filter((other) => other.includes(name) || name.includes(other)).slice(0, 3);
  const hint = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "see botyard-conformance --list";
  return new BadInput([{ file: "botyard-conformance", message: `there is no ${what} ${name}; ${hint}` }]);
}
