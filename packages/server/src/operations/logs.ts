import { Type } from "typebox";
import { PlatformError } from "../errors/platform-error.ts";
import type { LogPage } from "../selection/log-page.ts";
import { pageBytes } from "../selection/page.ts";
import { cursorOf, readCursor } from "./cursor.ts";
import { LogList, LogSummaryDocument, levels, streams } from "./documents/channels.ts";
import { Exactly, Time } from "./documents/named.ts";
import { type Operation, operation } from "./operation.ts";
import { refused, timeWindow } from "./time-window.ts";

const tag = "logs";
const window = {
  date: Type.Optional(Type.String({ description: "One day in UTC: `YYYY-MM-DD` or `YYYYMMDD`." })),
  date_range: Type.Optional(
    Type.String({
      description:
        "Range of days in UTC or of times, both ends included, at most 31 days: `A..B` or `YYYYMMDD-YYYYMMDD`. " +
        "`A..B~N` ends before line N of those at time B. Takes precedence over `date`.",
    }),
  ),
};

/** Logs of bots, with secrets masked. */
export const logs = {
  listLogs: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List the newest log lines that match, in order",
    description:
      "With `after`: the oldest lines after it. Without a time, a `seq` or a run: the last 24 hours. " +
      "A page also ends when its text reaches 1 MiB; `next_cursor` selects the lines that follow it in this order.",
    input: Exactly({
      bot_id: Type.String(),
      ...window,
      after: Type.Optional(Type.Integer({ minimum: 0, description: "Only lines with a higher `seq`." })),
      before: Type.Optional(Type.Integer({ minimum: 0, description: "Only lines with a lower `seq`." })),
      from: Type.Optional(Time("Only lines from this time on.")),
      to: Type.Optional(Time("Only lines up to this time.")),
      level: Type.Optional(Type.Enum([...levels], { description: "Lowest level to include." })),
      stream: Type.Optional(Type.Enum([...streams])),
      q: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: "Only lines that contain this text." }),
      ),
      run_id: Type.Optional(Type.String()),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
      cursor: Type.Optional(
        Type.String({ description: "`next_cursor` of the previous page, with the same other parameters." }),
      ),
    }),
    output: LogList,
    async run({ bots, store, clock }, call, query) {
      const bot = await bots.seen(call, query.bot_id);
      const { bot_id: _, date, date_range, from, to, limit = 100, cursor, ...filter } = query;
      const placed = ["after", "before", "run_id"].some((name) => name in filter);
      const window = timeWindow(query, clock.now(), placed);
      if (placed && window?.earlierThan) throw lineNumberRefused("with `after`, `before` or `run_id`");
      const wanted = { ...window, ...filter, ...readPlace(cursor), limit, bytes: pageBytes };
      const { items, next } = await store.listLogs(bot.bot_id, wanted);
      const first = items[0];
      const last = items.at(-1);
      return {
        items,
        ...(first !== undefined && { first_seq: first.seq }),
        ...(last !== undefined && { last_seq: last.seq }),
        ...(next !== undefined && { next_cursor: cursorOf(...placeOf(next)) }),
      };
    },
  }),

  summarizeLogs: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "Summarise a bot's log: lines by level, top errors, runs",
    description: "Default: the last 24 hours.",
    input: Exactly({ bot_id: Type.String(), ...window }),
    output: LogSummaryDocument,
    async run({ bots, store, clock }, call, { bot_id, ...query }) {
      await bots.seen(call, bot_id);
      const { from, to, earlierThan } = timeWindow(query, clock.now(), false)!;
      if (earlierThan) throw lineNumberRefused("here");
      const summary = await store.summarizeLogs(bot_id, from, to);
      return { bot_id, from, to, ...summary, runs: await store.countRuns(bot_id, from, to) };
    },
  }),
} satisfies Record<string, Operation>;

const lineNumberRefused = (where: string) =>
  refused("date_range", `A line number cannot be used ${where}. Leave out "~" and what follows it.`);

type Place = NonNullable<LogPage["next"]>;

function placeOf({ after, before, earlierThan }: Place): string[] {
  if (earlierThan) return [earlierThan.time, String(earlierThan.seq)];
  return after === undefined ? ["before", String(before)] : ["after", String(after)];
}

function readPlace(cursor: string | undefined): Place {
  const [word, seq] = readCursor(cursor, 2) ?? [];
  if (word === undefined) return {};
  if (!/^\d{1,15}$/.test(seq!)) throw new PlatformError("invalid_cursor");
  if (word === "after" || word === "before") return { [word]: Number(seq) };
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(word)) throw new PlatformError("invalid_cursor");
  return { earlierThan: { time: word, seq: Number(seq) } };
}
