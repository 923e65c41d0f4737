import {
  ErrorKinds,
  type LogRecord,
  logOrder,
  logPage,
  Page,
  recordMatcher,
  type ServiceStore,
  textBytes,
} from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

type Verbs = Pick<ServiceStore, "listLogs" | "summarizeLogs">;

type Place = Pick<LogRecord, "time" | "seq">;
const byTime = (a: Place, b: Place) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.seq - b.seq);

export function logVerbs(memory: Memory): Verbs {
  return {
    async listLogs(botId, filter) {
      const { after, before, earlierThan, from, to, limit, bytes, ...content } = filter;
      const matches = recordMatcher(content);
      const found = memory
        .outputOf(botId)
        .logs.filter(
          (line) =>
            (after === undefined || line.seq > after) &&
            (before === undefined || line.seq < before) &&
            (earlierThan === undefined || byTime(line, earlierThan) < 0) &&
            (from === undefined || line.time >= from) &&
            (to === undefined || line.time <= to) &&
            matches(line),
        );
      const order = logOrder(filter);
      if (order === "backwardsByTime") found.sort(byTime);
      if (order !== "forwardsBySeq") found.reverse();
      const page = new Page<LogRecord>(filter);
      for (const line of found) {
        if (page.isFull) break;
        const { message, fields } = line;
        page.add(line, textBytes(message, fields && JSON.stringify(fields)));
      }
      return logPage(page, order);
    },

    async summarizeLogs(botId, from, to) {
      const lines = memory.outputOf(botId).logs.filter(({ time }) => time >= from && time <= to);
      const errors = new ErrorKinds();
      const by_level = { trace: 0, debug: 0, info: 0, warn: 0, error: 0, fatal: 0 };
      let dropped = 0;
      let dropped_metrics = 0;
      for (const line of lines.sort(byTime)) {
        by_level[line.level]++;
        dropped += line.dropped_before ?? 0;
        dropped_metrics += line.dropped_metrics ?? 0;
        if (line.level === "error" || line.level === "fatal") errors.count(line.message, line.time);
      }
      const [first, last] = [lines[0], lines.at(-1)];
      return {
        total: lines.length,
        by_level,
        ...(first && { first_at: first.time }),
        ...(last && { last_at: last.time }),
        top_errors: errors.top(10),
        ...{ dropped, dropped_metrics },
      };
    },
  };
}
