import type { Run } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export interface Runs {
  /** Newest first. */
  runs: Run[];
  nextTicks: string[];
}

const runsShown = 200;

export async function listRuns(botId: string): Promise<Runs> {
  const [runs, { next_ticks: nextTicks }] = await Promise.all([
    platform.runs.list(botId, runsShown),
    platform.runs.ticks(botId),
  ]);
  return { runs, nextTicks };
}

export const cancelRun = (runId: string): Promise<Run> => platform.runs.cancel(runId);
