import type { MetricRecord } from "@botyard/client/browser";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isLive, type TimeRange } from "../../lib/time-range.ts";
import { platform } from "../../platform/client.ts";
import { type Loading, useResource } from "../../platform/use-resource.ts";
import { loadType } from "./api/compare.ts";

/** Live records after which all bots are loaded again, thinned out by the platform. */
const liveAtMost = 5_000;
/** Time between two drawings of live records. */
const drawEveryMs = 200;

export type LinesByBot = ReadonlyMap<string, readonly MetricRecord[]>;

/** The metrics of one type of several bots in a time range; those that the bots emit meanwhile are added. */
export function useLines(botIds: readonly string[], type: string, range: TimeRange): Loading<LinesByBot> {
  const loaded = useResource((signal) => loadType(botIds, type, range, signal), [botIds, type, range]);
  const shape = JSON.stringify([botIds, type]);
  // While another range of the same lines is loaded, the old one stays.
  const kept = useRef<{ shape: string; value: typeof loaded.value }>(undefined);
  if (loaded.value) kept.current = { shape, value: loaded.value };
  const value = loaded.value ?? (kept.current?.shape === shape ? kept.current.value : undefined);
  const [live, setLive] = useState<readonly MetricRecord[]>([]);
  useEffect(() => setLive([]), [loaded.value]);

  const follows = isLive(range) && loaded.value !== undefined;
  const reload = useRef(loaded.reload);
  reload.current = loaded.reload;
  useEffect(() => {
    const places = loaded.value;
    if (!follows || !places) return;
    let waiting: MetricRecord[] = [];
    let arrived = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      timer = undefined;
      const added = waiting;
      waiting = [];
      setLive((old) => [...old, ...added]);
      if (arrived > liveAtMost) reload.current();
    };
    const stops = [...places].map(([botId, { lastSeq }]) =>
      platform.live.subscribe({
        botId,
        channels: ["metrics"],
        after: { metrics: lastSeq },
        onRecord(record) {
          if (record.kind !== "event" || record.channel !== "metrics") return;
          if (record.record.type !== type || record.record.seq <= lastSeq) return;
          arrived += 1;
          waiting.push(record.record);
          timer ??= setTimeout(draw, drawEveryMs);
        },
      }),
    );
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [loaded.value, follows, type]);

  const together = useMemo(() => {
    if (!value) return undefined;
    const all = new Map([...value].map(([id, { records }]) => [id, [...records]]));
    for (const record of live) all.get(record.bot_id)?.push(record);
    return all;
  }, [value, live]);
  return { ...loaded, value: together };
}
