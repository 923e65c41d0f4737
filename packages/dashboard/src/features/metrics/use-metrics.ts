import type { MetricRecord, StreamRecord } from "@botyard/client/browser";
import { useMemo, useRef, useState } from "preact/hooks";
import { isLive, type TimeRange } from "../../lib/time-range.ts";
import { useLive } from "../../platform/use-live.ts";
import { type Resource, useResource } from "../../platform/use-resource.ts";
import { loadMetrics, type Metrics } from "./api/load-metrics.ts";

/** Number of live records after which the range is loaded again, thinned out by the platform. */
const liveAtMost = 5000;

/** The metrics of a bot in a time range; those that the bot emits meanwhile are added. */
export function useMetrics(botId: string, range: TimeRange): Resource<Metrics> {
  const loaded = useResource(() => loadMetrics(botId, range), [botId, range]);
  const [live, setLive] = useState<MetricRecord[]>([]);
  const [missing, setMissing] = useState(0);
  const reloading = useRef(false);
  const { value } = loaded;
  if (!loaded.loading) reloading.current = false;

  useLive(botId, ["metrics"], value && { metrics: value.lastSeq }, (records: StreamRecord[]) => {
    const added = records.flatMap((one) =>
      one.kind === "event" && one.channel === "metrics" ? [one.record] : [],
    );
    const lost = records.reduce((sum, one) => sum + (one.kind === "gap" ? one.to - one.from + 1 : 0), 0);
    if (lost > 0) setMissing((old) => old + lost);
    setLive((old) => [...old.filter(({ seq }) => seq > (value?.lastSeq ?? 0)), ...added]);
    if (live.length + added.length > liveAtMost && !reloading.current) {
      reloading.current = true;
      loaded.reload();
    }
  });

  const together = useMemo(() => {
    if (!value) return undefined;
    // The platform had these already when it answered.
    const added = isLive(range) ? live.filter(({ seq }) => seq > value.lastSeq) : [];
    return {
      ...value,
      records: [...value.records, ...added],
      total: value.total + added.length,
      dropped: value.dropped + missing,
    };
  }, [value, live, missing]);
  return { ...loaded, value: together };
}
