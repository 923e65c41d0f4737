import type { Failure } from "../../model.ts";
import type { PlatformCase, PlatformStep } from "../model.ts";
import type { Place } from "../world/platforms.ts";
import { PreparationFailed } from "../world/world.ts";
import { CaseRun } from "./case-run.ts";
import { runCommand } from "./cli.ts";
import type { HttpClient } from "./http.ts";
import { runCall } from "./mcp.ts";
import { runRequest } from "./requests.ts";
import { judgeSame } from "./same.ts";
import { runAct } from "./stream.ts";

/** Runs the preparations and the steps of a case, up to the first step that fails. */
export async function runPlatformCase(
  one: PlatformCase,
  { open, world }: Place,
  client: HttpClient,
): Promise<{ failures: Failure[]; seconds: number; cleanUp: () => Promise<void> }> {
  const began = performance.now();
  const run = new CaseRun(open, world, client);
  let failures: Failure[] = [];
  try {
    await run.prepare(one);
    for (const [i, step] of one.steps.entries()) {
      failures = await runStep(run, step, one.steps.length > 1 ? `step ${i + 1}, ` : "");
      if (failures.length > 0) break;
    }
  } catch (error) {
    if (!(error instanceof PreparationFailed)) throw error;
    failures = [{ verdict: "error", at: "given", text: error.message }];
  }
  return {
    failures: failures.map((one) => ({
      ...one,
      at: run.names.unfill(one.at),
      text: run.names.unfill(one.text),
    })),
    seconds: (performance.now() - began) / 1000,
    cleanUp: () => run.cleanUp(one),
  };
}

async function runStep(run: CaseRun, step: PlatformStep, at: string): Promise<Failure[]> {
  switch (step.kind) {
    case "requests":
      return inOrder(step.requests, (one, i) => runRequest(run, one, `${at}request ${i + 1}`));
    case "mcp":
      return inOrder(step.calls, (one, i) => runCall(run, one, `${at}call ${i + 1}`));
    case "cli":
      return inOrder(step.commands, (one, i) => runCommand(run, one, `${at}command ${i + 1}`));
    case "stream":
      return inOrder(step.acts, (one, i) => runAct(run, step.client, one, `${at}act ${i + 1}`));
    case "same":
      return judgeSame(run, step.names, at);
    default:
      return together(run, step, at);
  }
}

async function inOrder<T>(items: T[], work: (item: T, i: number) => Promise<Failure[]>): Promise<Failure[]> {
  for (const [i, item] of items.entries()) {
    const failures = await work(item, i);
    if (failures.length > 0) return failures;
  }
  return [];
}

/** Sends the requests at once; `tally` counts the answers by status. */
async function together(
  run: CaseRun,
  { requests, tally }: Extract<PlatformStep, { kind: "together" }>,
  at: string,
): Promise<Failure[]> {
  const names = requests.map((one, i) => ({ ...one, as: one.as ?? `together ${i}` }));
  const failures = (
    await Promise.all(names.map((one, i) => runRequest(run, one, `${at}request ${i + 1}`)))
  ).flat();
  if (failures.length > 0 || !tally) return failures;
  const seen: Record<string, number> = {};
  for (const { as } of names) {
    const status = String(run.kept.get(as)?.status);
    seen[status] = (seen[status] ?? 0) + 1;
  }
  const sorted = (counts: Record<string, number>) => JSON.stringify(Object.entries(counts).sort());
  if (sorted(seen) === sorted(tally)) return [];
  return [{ verdict: "fail", at: `${at}tally`, text: `expected ${sorted(tally)}, got ${sorted(seen)}` }];
}
