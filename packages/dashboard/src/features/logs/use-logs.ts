import type { LogRecord } from "@botyard/client/browser";
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { useLive } from "../../platform/use-live.ts";
import { useResource } from "../../platform/use-resource.ts";
import { lastLogSeq, linesAfter, linesBefore } from "./api/list-logs.ts";
import { fits, type LogView } from "./log-view.ts";
import { type Logs, withNew, withNewer, withOlder } from "./log-window.ts";

/** Time between two drawings of live lines; nobody reads faster. */
const drawEveryMs = 100;

/** The newest lines that match, or those around one line. */
async function loadFirst(botId: string, view: LogView, around: number | undefined, signal: AbortSignal) {
  // In this order: a line that is written in between is in the page, and not counted as new.
  const lastSeq = await lastLogSeq(botId, signal);
  const older = await linesBefore(botId, view, {
    before: around === undefined ? undefined : around + 1,
    signal,
  });
  const newer =
    around === undefined ? { lines: [], isMore: false } : await linesAfter(botId, view, around, signal);
  const lines = [...older.lines, ...newer.lines];
  const end = Math.max(lastSeq, lines.at(-1)?.seq ?? 0);
  return { lines, isMore: older.isMore, hasEnd: !newer.isMore, lastSeq: newer.isMore ? lastSeq : end };
}

/** Which lines could not be loaded. */
type Way = "older" | "newer";

/** The log of a bot: the newest lines that match or those around `line`, others on demand, and new ones as they are written. */
export function useLogs(botId: string, view: LogView, line: number | undefined) {
  const logs = useRef<Logs>(undefined);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [round, setRound] = useState(0);
  // A link to a line that is in the page already does not load it again.
  const around = useRef<number>(undefined);
  if (line !== undefined && !logs.current?.lines.some(({ seq }) => seq === line)) around.current = line;
  const first = useResource(
    (signal) => loadFirst(botId, view, line, signal),
    [botId, view, around.current, round],
  );
  const { value } = first;
  const follows = useRef(true);
  const wasDrawn = useRef<ReturnType<typeof setTimeout>>(undefined);
  const drawSoon = () => {
    wasDrawn.current ??= setTimeout(() => {
      wasDrawn.current = undefined;
      redraw(undefined);
    }, drawEveryMs);
  };
  useEffect(() => () => clearTimeout(wasDrawn.current), []);

  const shownValue = useRef<typeof value>(undefined);
  if (shownValue.current !== value) {
    shownValue.current = value;
    logs.current = value && {
      ...{ lines: value.lines, isMore: value.isMore, hasEnd: value.hasEnd },
      ...{ arrived: 0, errors: 0, missing: 0 },
    };
  }

  const liveSeq = useRef(0);
  useLive(botId, ["logs"], value && { logs: value.lastSeq }, (records) => {
    const old = logs.current;
    const added: LogRecord[] = [];
    let missing = 0;
    for (const one of records) {
      if (one.kind === "gap") missing += one.to - one.from + 1;
      else if (one.channel === "logs") {
        liveSeq.current = one.seq;
        if (value && one.seq > value.lastSeq && fits(one.record, view)) added.push(one.record);
      }
    }
    if (!old || (added.length === 0 && missing === 0)) return;
    logs.current = withNew(old, added, missing, follows.current);
    drawSoon();
  });

  const loading = useRef(false);
  const [moreError, setMoreError] = useState<{ way: Way; error: unknown; retry(): void }>();
  useEffect(() => setMoreError(undefined), [value]);
  const once = async (way: Way, load: (old: Logs) => Promise<void>, isRetry = false): Promise<void> => {
    const old = logs.current;
    if (!old || loading.current || old.lines.length === 0) return;
    // Each turn of the wheel at an end would ask again.
    if (moreError?.way === way && !isRetry) return;
    loading.current = true;
    try {
      await load(old);
      setMoreError(undefined);
    } catch (error) {
      setMoreError({ way, error, retry: () => void once(way, load, true) });
    } finally {
      loading.current = false;
      redraw(undefined);
    }
  };
  const loadOlder = () =>
    once("older", async (old) => {
      if (!old.isMore) return;
      const from = old.lines[0]!.seq;
      const { lines, isMore } = await linesBefore(botId, view, { before: from });
      const now = logs.current!;
      if (now.lines[0]?.seq === from) logs.current = withOlder(now, lines, isMore);
    });
  const loadNewer = () =>
    once("newer", async (old) => {
      if (old.hasEnd) return;
      const from = old.lines.at(-1)!.seq;
      const seenLive = liveSeq.current;
      const { lines, isMore } = await linesAfter(botId, view, from);
      const now = logs.current!;
      // A line that arrived meanwhile may be missing in the answer: then the end is not reached yet.
      const hasEnd = !isMore && liveSeq.current === seenLive;
      if (now.lines.at(-1)?.seq === from) logs.current = withNewer(now, lines, hasEnd);
    });
  return {
    // Not `first.reload`: lines that arrive while the old value is still shown would be lost with it.
    resource: { ...first, reload: () => setRound((count) => count + 1), value: value && logs.current },
    loadOlder,
    loadNewer,
    moreError,
    setFollows(now: boolean) {
      follows.current = now;
    },
    /** Loads the newest lines if they are not in the page. */
    toNewest() {
      if (logs.current?.hasEnd) return;
      around.current = undefined;
      setRound((count) => count + 1);
    },
  };
}
