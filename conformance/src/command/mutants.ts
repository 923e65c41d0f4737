import { BadInput } from "../bad-input.ts";
import { suggestion } from "../cases/nearest.ts";
import { counted } from "../counted.ts";
import { checkMutants } from "../mutants/check.ts";
import { quickSet } from "../mutants/quick.ts";
import { loadMutantSetting, type MutantSetting } from "../mutants/setting.ts";
import { surveyMutants } from "../mutants/survey.ts";
import { checkReportFiles, writeReport } from "./report-files.ts";

/** Options of `mutants`, as commander parses them. */
export interface MutantRequest {
  full?: boolean;
  quick?: boolean;
  mutant: string[];
  area: string[];
  jobs?: number;
  json?: string;
}

/**
 * Checks that each mutant is noticed by its killers or, with `full`, lists which cases notice which mutants. Returns the
 * exit code.
 *
 * @throws {BadInput} if a mutant or area does not exist, or the registry is invalid
 */
export async function mutantsCommand(
  { full, quick, mutant, area, jobs, json }: MutantRequest,
  stop: AbortSignal,
  print: (text: string) => void,
  given?: MutantSetting,
): Promise<0 | 1> {
  const setting = given ?? (await loadMutantSetting());
  checkNames(mutant, area, setting);
  const only = quick ? quickSet(setting.mutants).map(({ id }) => id) : mutant;
  const options = { ...(jobs ? { jobs } : {}), ...(only.length > 0 ? { only } : {}), stop };
  if (json !== undefined) checkReportFiles({ json });
  const began = performance.now();
  if (full) {
    const { alive, idle, killers, problems } = await surveyMutants(setting, { ...options, areas: area });
    print(`alive:${yamlList(alive)}\nidle:${yamlList(idle)}`);
    for (const [id, ids] of killers) print(`${id}:${yamlList(ids)}`);
    for (const problem of problems) print(`# ${problem}`);
    return alive.length + problems.length > 0 ? 1 : 0;
  }
  const { problems, ...counts } = await checkMutants(options, setting);
  const { killed, alive, unbuilt, notRun } = counts;
  for (const { said } of problems) print(said);
  for (const line of notRun) print(`not run: ${line}`);
  if (json !== undefined) writeReport(json, `${JSON.stringify({ ...counts, problems }, null, 1)}\n`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const more = unbuilt > 0 ? `, ${unbuilt} not built` : "";
  print(
    `${counted(killed + alive + unbuilt, "mutant")} in ${seconds} s, ${killed} killed, ${alive} alive${more}`,
  );
  return problems.length > 0 ? 1 : 0;
}

function checkNames(ids: string[], areas: string[], { mutants, cases }: MutantSetting): void {
  refuseUnknown("mutant", ids, new Set(mutants.map(({ id }) => id)));
  refuseUnknown("area", areas, new Set(cases.map(({ area }) => area)));
}

function refuseUnknown(what: string, names: string[], known: ReadonlySet<string>): void {
  for (const name of names.filter((one) => !known.has(one))) {
    const message = `there is no ${what} ${name}: ${suggestion(name, known)}`;
    throw new BadInput([{ file: "botyard-conformance", message }]);
  }
}

function yamlList(items: string[]): string {
  return items.length === 0 ? " []" : items.map((item) => `\n  - ${item}`).join("");
}
