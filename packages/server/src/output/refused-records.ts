import type { Clock } from "../clock.ts";
import type { Batch, EngineStore, NewLine } from "../store/index.ts";

type Records = Pick<Batch, "lines" | "metrics">;

/**
 * Returns a batch with a line of the platform in place of each record that the store refuses for its values. Without it, the
 * record would be tried again and again, and the output of all bots would wait for it. Stores nothing.
 */
export async function withoutRefused(
  { store, clock }: { store: EngineStore; clock: Clock },
  batch: Batch,
): Promise<Batch> {
  const { botId } = batch;
  const accepted = async ({ lines, metrics }: Records): Promise<Records> => {
    const why = await store.refusalOf({ botId, lines, metrics });
    if (why === undefined) return { lines, metrics };
    if (lines.length + metrics.length === 1)
      return { lines: [refused({ lines, metrics }, why, clock.now().toISOString())], metrics: [] };
    const parts = halves({ lines, metrics });
    const [first, second] = [await accepted(parts[0]), await accepted(parts[1])];
    return {
      lines: [...first.lines, ...second.lines],
      metrics: [...first.metrics, ...second.metrics],
    };
  };
  return { ...batch, ...(await accepted(batch)) };
}

function halves({ lines, metrics }: Records): [Records, Records] {
  if (lines.length > 0 && metrics.length > 0)
    return [
      { lines, metrics: [] },
      { lines: [], metrics },
    ];
  const half = Math.ceil((lines.length + metrics.length) / 2);
  return [
    { lines: lines.slice(0, half), metrics: metrics.slice(0, half) },
    { lines: lines.slice(half), metrics: metrics.slice(half) },
  ];
}

/** The line that stands for a refused record and counts it as dropped. */
function refused({ lines: [line], metrics: [metric] }: Records, why: string, now: string): NewLine {
  const runId = (line ?? metric)?.run_id;
  const lines = line && 1 + (line.dropped_before ?? 0);
  const metrics = (line ? 0 : 1) + (line?.dropped_metrics ?? 0);
  return {
    ...(runId !== undefined && { run_id: runId }),
    ...{ stream: "system", level: "error", time: now, ingested_at: now },
    message: `A ${line ? "line" : "metric"} was dropped, because the store refused it: ${why}.`,
    ...(lines && { dropped_before: lines }),
    ...(metrics && { dropped_metrics: metrics }),
  };
}
