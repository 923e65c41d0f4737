import type { Clock } from "../clock.ts";
import type { Batch, EngineStore, NewLine } from "../store/index.ts";

type Records = Pick<Batch, "lines" | "metrics">;

/** How often parts of a batch are tried: a bot that prints only what is refused must not keep others waiting. */
const mostAttempts = 64;

/**
 * Returns a batch with a line of the platform in place of each record that the store refuses for its values. Without it, the
 * record would be tried again and again, and the output of all bots would wait for it. Of very many, some are dropped with
 * those beside them. Stores nothing.
 */
export async function withoutRefused(
  { store, clock }: { store: EngineStore; clock: Clock },
  batch: Batch,
): Promise<Batch> {
  const { botId } = batch;
  let attempts = 0;
  const accepted = async ({ lines, metrics }: Records): Promise<Records> => {
    attempts++;
    const why = await store.refusalOf({ botId, lines, metrics });
    if (why === undefined) return { lines, metrics };
    if (lines.length + metrics.length === 1 || attempts >= mostAttempts)
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

/** The line that stands for refused records and counts them as dropped. */
function refused({ lines, metrics }: Records, why: string, now: string): NewLine {
  const runId = (lines[0] ?? metrics[0])?.run_id;
  const of = (name: "dropped_before" | "dropped_metrics") =>
    lines.reduce((sum, line) => sum + (line[name] ?? 0), 0);
  const dropped = {
    lines: lines.length + of("dropped_before"),
    metrics: metrics.length + of("dropped_metrics"),
  };
  const what = counted(lines, metrics);
  return {
    ...(runId !== undefined && { run_id: runId }),
    ...{ stream: "system", level: "error", time: now, ingested_at: now },
    message: `${what} dropped, because the store refused ${lines.length + metrics.length === 1 ? "it" : "some"}: ${why}.`,
    ...(dropped.lines > 0 && { dropped_before: dropped.lines }),
    ...(dropped.metrics > 0 && { dropped_metrics: dropped.metrics }),
  };
}

function counted(lines: Records["lines"], metrics: Records["metrics"]): string {
  if (lines.length + metrics.length === 1) return `A ${lines.length === 1 ? "line" : "metric"} was`;
  return `${lines.length} lines and ${metrics.length} metrics were`;
}
