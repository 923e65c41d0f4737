import type { LogRecord } from "@botyard/client/browser";
import { useEffect, useReducer, useRef } from "preact/hooks";
import { useLive } from "../../platform/use-live.ts";
import { useResource } from "../../platform/use-resource.ts";
import { lastLogSeq, listLogs } from "./api/list-logs.ts";
import { fits, type LogView } from "./log-view.ts";

/** Lines kept in the page while it follows a bot; older ones are loaded again when the reader goes back to them. */
const keptAtMost = 20_000;

export interface Logs {
  lines: readonly LogRecord[];
  /** How many lines arrived since the view was opened, whether they are still in the page or not. */
  arrived: number;
  /** How many lines the platform could not give any more. */
  missing: number;
  isMore: boolean;
}

/** The log of a bot: the newest lines that match, older ones on demand, and new ones as they are written. */
export function useLogs(botId: string, view: LogView) {
  const first = useResource(async () => {
    // In this order: a line that is written in between is in the page, and not counted as new.
    const lastSeq = await lastLogSeq(botId);
    const { lines, isMore } = await listLogs(botId, view);
    return { lines, isMore, lastSeq: Math.max(lastSeq, lines.at(-1)?.seq ?? 0) };
  }, [botId, view]);
  const logs = useRef<Logs>(undefined);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const { value } = first;

  useEffect(() => {
    logs.current = value && { lines: value.lines, arrived: 0, missing: 0, isMore: value.isMore };
    redraw(undefined);
  }, [value]);

  useLive(botId, ["logs"], value && { logs: value.lastSeq }, (records) => {
    const old = logs.current;
    if (!old || !value) return;
    const added: LogRecord[] = [];
    let missing = 0;
    for (const one of records) {
      if (one.kind === "gap") missing += one.to - one.from + 1;
      else if (one.channel === "logs" && one.seq > value.lastSeq && fits(one.record, view))
        added.push(one.record);
    }
    if (added.length === 0 && missing === 0) return;
    const lines = [...old.lines, ...added];
    const isCut = lines.length > keptAtMost;
    logs.current = {
      lines: isCut ? lines.slice(-keptAtMost / 2) : lines,
      arrived: old.arrived + added.length,
      missing: old.missing + missing,
      isMore: old.isMore || isCut,
    };
    redraw(undefined);
  });

  const loading = useRef(false);
  const loadOlder = async () => {
    const old = logs.current;
    if (!old?.isMore || loading.current || old.lines.length === 0) return;
    loading.current = true;
    try {
      const { lines, isMore } = await listLogs(botId, view, old.lines[0]!.seq);
      const now = logs.current!;
      if (now.lines[0]?.seq === old.lines[0]!.seq)
        logs.current = { ...now, lines: [...lines, ...now.lines], isMore };
      redraw(undefined);
    } finally {
      loading.current = false;
    }
  };
  const { set: _set, ...resource } = first;
  return { resource: { ...resource, value: value && logs.current }, loadOlder };
}
