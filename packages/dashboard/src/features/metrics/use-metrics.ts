import type { MetricRecord, StreamRecord } from "@botyard/client/browser";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isLive, type TimeRange } from "../../lib/time-range.ts";
import { useLive } from "../../platform/use-live.ts";
import { type Loading, useResource } from "../../platform/use-resource.ts";
import { loadMetrics, type Metrics } from "./api/load-metrics.ts";

/** Number of live records after which the range is loaded again, thinned out by the platform. */
const liveAtMost = 5000;
/** Charts are drawn at most this often: the eye does not follow more, and each time costs a frame. */
const pauseMs = 100;

/** The metrics of a bot in a time range; those that the bot emits meanwhile are added. */
export function useMetrics(botId: string, range: TimeRange, width: number): Loading<Metrics> {
  const loaded = useResource((signal) => loadMetrics(botId, range, width, signal), [botId, range]);
  // Another range of the same bot: its charts stay until the answer is there.
  const kept = useRef<{ botId: string; value: Metrics }>(undefined);
  if (loaded.value) kept.current = { botId, value: loaded.value };
  const value = loaded.value ?? (kept.current?.botId === botId ? kept.current.value : undefined);
  const known = useMemo(() => new Set(value?.records.map(({ seq }) => seq)), [value]);
  const [live, setLive] = useState<MetricRecord[]>([]);
  const [missing, setMissing] = useState(0);
  const waiting = useRef<{ records: MetricRecord[]; timer?: ReturnType<typeof setTimeout> }>({ records: [] });
  const reloading = useRef(false);
  if (!loaded.loading) reloading.current = false;
  const follows = isLive(range);

  const latest = useRef({ known, count: 0, loaded });
  latest.current = { known, count: live.length, loaded };
  const deliver = () => {
    const added = waiting.current.records;
    waiting.current = { records: [] };
    const { known, count, loaded } = latest.current;
    setLive((old) => [...old, ...added].filter(({ seq }) => !known.has(seq)).slice(-2 * liveAtMost));
    if (count + added.length <= liveAtMost || reloading.current) return;
    reloading.current = true;
    loaded.reload();
  };
  useEffect(
    () => () => {
      clearTimeout(waiting.current.timer);
      waiting.current = { records: [] };
      setLive([]);
      setMissing(0);
    },
    [botId],
  );
  useLive(botId, ["metrics"], value && { metrics: value.lastSeq }, (records: StreamRecord[]) => {
    const lost = records.reduce((sum, one) => sum + (one.kind === "gap" ? one.to - one.from + 1 : 0), 0);
    if (lost > 0) setMissing((old) => old + lost);
    // A range of the past has no new records, and the next range loads all that it has.
    if (!follows) return;
    for (const one of records)
      if (one.kind === "event" && one.channel === "metrics") waiting.current.records.push(one.record);
    if (waiting.current.records.length > 0) waiting.current.timer ??= setTimeout(deliver, pauseMs);
  });

  const together = useMemo(() => {
    if (!value) return undefined;
    // The platform had those up to `lastSeq` already when it answered, and perhaps thinned them out.
    const added = follows ? live.filter(({ seq }) => seq > value.lastSeq && !known.has(seq)) : [];
    return {
      ...value,
      records: [...value.records, ...added],
      total: value.total + added.length,
      missing,
    };
  }, [value, live, missing, follows]);
  return { ...loaded, value: together };
}
