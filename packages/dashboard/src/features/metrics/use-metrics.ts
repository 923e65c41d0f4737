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

/** What has come since the request; it belongs to one range of one bot. */
interface Live {
  of: string;
  records: MetricRecord[];
  missing: number;
}

/** The metrics of a bot in a time range; those that the bot emits meanwhile are added. */
export function useMetrics(botId: string, range: TimeRange): Loading<Metrics> {
  const loaded = useResource((signal) => loadMetrics(botId, range, { signal }), [botId, range]);
  // Another range of the same bot: its charts stay until the answer is there.
  const kept = useRef<{ botId: string; value: Metrics }>(undefined);
  if (loaded.value) kept.current = { botId, value: loaded.value };
  const value = loaded.value ?? (kept.current?.botId === botId ? kept.current.value : undefined);
  const of = JSON.stringify([botId, range]);
  const [drawn, setDrawn] = useState<Live>();
  const live = drawn?.of === of ? drawn : undefined;
  const waiting = useRef<Live & { timer: ReturnType<typeof setTimeout> }>(undefined);
  const arrived = useRef<{ since: Metrics | undefined; count: number }>({ since: undefined, count: 0 });
  const follows = isLive(range);

  const latest = useRef({ of, live, value, loaded });
  latest.current = { of, live, value, loaded };
  const deliver = () => {
    const added = waiting.current!;
    waiting.current = undefined;
    const { of, live, value, loaded } = latest.current;
    if (added.of !== of) return;
    const lastSeq = value?.lastSeq ?? 0;
    const records = [...(live?.records ?? []), ...added.records].filter(({ seq }) => seq > lastSeq);
    setDrawn({ of, records: records.slice(-2 * liveAtMost), missing: (live?.missing ?? 0) + added.missing });
    if (arrived.current.since !== value) arrived.current = { since: value, count: 0 };
    arrived.current.count += added.records.length;
    if (arrived.current.count < liveAtMost || loaded.loading) return;
    // If it fails, it is not tried again with each record.
    arrived.current.count *= 0.8;
    loaded.reload();
  };
  useEffect(() => () => clearTimeout(waiting.current?.timer), []);
  useLive(botId, ["metrics"], value && { metrics: value.lastSeq }, (records: StreamRecord[]) => {
    // A range of the past has no new records, and the next range loads all that it has.
    if (!follows) return;
    if (waiting.current?.of !== of) {
      clearTimeout(waiting.current?.timer);
      waiting.current = { of, records: [], missing: 0, timer: setTimeout(deliver, pauseMs) };
    }
    for (const one of records)
      if (one.kind === "gap") waiting.current.missing += one.to - one.from + 1;
      else if (one.kind === "event" && one.channel === "metrics") waiting.current.records.push(one.record);
  });

  const together = useMemo(() => {
    if (!value) return undefined;
    const known = new Set(value.records.map(({ seq }) => seq));
    // The platform had those up to `lastSeq` already when it answered, and perhaps thinned them out.
    const added = (live?.records ?? []).filter(({ seq }) => seq > value.lastSeq && !known.has(seq));
    return {
      ...value,
      records: [...value.records, ...added],
      total: value.total + added.length,
      missing: live?.missing ?? 0,
    };
  }, [value, live]);
  return { ...loaded, value: together };
}
