import { availableParallelism } from "node:os";
import { BadInput } from "../bad-input.ts";
import { counted } from "../counted.ts";
import type { Case } from "../model.ts";
import { type Plan, planOf } from "../run/plan.ts";
import { changedCases } from "./changed.ts";
import { explain } from "./explain.ts";
import { list } from "./list.ts";
import { checkReportFiles } from "./report-files.ts";
import { run } from "./run.ts";
import type { Setting } from "./setting.ts";

/** 0: everything that was owed was delivered and sound; 1: something fell short; 2: what was asked for makes no sense. */
export type Exit = 0 | 1 | 2;

/** The options of the command without a name, as commander gives them. */
export interface RunRequest {
  testee: string[];
  area: string[];
  case: string[];
  cases?: string;
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

/** Lists, explains or runs what was chosen. */
export async function mainCommand(
  request: RunRequest,
  setting: Setting,
  stop: AbortSignal,
  print: (text: string) => void,
): Promise<Exit> {
  checkChoice(request, setting.cases);
  const cases = request.changed ? changedCases(setting) : setting.cases;
  const plan = planOf(cases, setting.testees, { areas: request.area, cases: request.case });
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
  const jobs = request.jobs ?? availableParallelism();
  return run(setting, plan, { ...request, built: !request.build, jobs, seed }, stop, print);
}

function whyNothing({ changed }: RunRequest, { notOwed }: Plan): string {
  if (notOwed.length > 0) return "Nothing is owed: no testee has what the chosen cases need.";
  return changed ? "No case differs from the last commit's." : "Nothing is owed: no case is chosen.";
}

function checkChoice({ area, case: ids }: RunRequest, cases: Case[]): void {
  const areas = new Set(cases.map((one) => one.area));
  for (const name of area) if (!areas.has(name)) throw unknown("area", name, [...areas]);
  const known = new Set(cases.flatMap(({ id, template }) => [id, template]));
  for (const id of ids) if (!known.has(id)) throw unknown("case", id, [...known]);
}

function unknown(what: string, name: string, known: string[]): BadInput {
  const near = known.filter((other) => other.includes(name) || name.includes(other)).slice(0, 3);
  const hint = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "see botyard-conformance --list";
  return new BadInput([{ file: "botyard-conformance", message: `there is no ${what} ${name}; ${hint}` }]);
}
