import type { Run } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export interface Runs {
  /** Newest first. */
  runs: Run[];
  nextTicks: string[];
  /** Whether there may be older runs that match. */
  isMore: boolean;
}

/** The newest runs, of one status if it is given, and the next ticks. */
export async function listRuns(
  botId: string,
  count: number,
  status: string | undefined,
  signal: AbortSignal,
): Promise<Runs> {
  const calls = platform.until(signal);
  const [runs, { next_ticks: nextTicks }] = await Promise.all([
    calls.runs.list(botId, count + 1, status === undefined ? {} : { status }),
    calls.runs.ticks(botId),
  ]);
  return { runs: runs.slice(0, count), nextTicks, isMore: runs.length > count };
}

export const cancelRun = (runId: string): Promise<Run> => platform.runs.cancel(runId);
