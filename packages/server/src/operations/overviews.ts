import { Type } from "typebox";
import { PlatformError } from "../errors/platform-error.ts";
import { type Overview, symbolOf } from "../selection/overview.ts";
import { ownerOf } from "./administration.ts";
import { cursorOf, readCursor } from "./cursor.ts";
import { Exactly, pageQuery } from "./documents/named.ts";
import { BotOverviews } from "./documents/overview.ts";
import { userFilter } from "./documents/user.ts";
import { type Operation, operation } from "./operation.ts";

const dayMs = 24 * 60 * 60 * 1000;
const mostIds = 200;
/** Longest text of a signal, so that an overview of many bots stays small. */
const mostText = 300;

/** What a page of many bots shows of each. */
export const overviews = {
  listBotOverviews: operation({
    scope: "read",
    kind: "read",
    tag: "bots",
    summary: "Get the errors, the last signal, the trend and the last run of many bots",
    description:
      "In the order of `GET /bots`. What it costs does not depend on how much the bots have written. Ids that are unknown are left out.",
    input: Exactly({
      ...pageQuery,
      ids: Type.Optional(Type.String({ description: "Ids of bots, separated by commas (default: all)." })),
      user: Type.Optional(userFilter),
    }),
    output: BotOverviews,
    async run(parts, call, { ids, user, limit = 50, cursor }) {
      // Ids select, so an admin need not know to whom the bots belong.
      const all = ids !== undefined && user === undefined && call.administers;
      const found = await parts.bots.list(all ? undefined : await ownerOf(parts, call, user), {
        ids: readIds(ids),
        after: readCursor(cursor, 1)?.[0],
        limit: limit + 1,
      });
      const shown = found.slice(0, limit).map(({ bot_id }) => bot_id);
      const now = parts.clock.now().getTime();
      const window = { from: new Date(now - dayMs).toISOString(), to: new Date(now).toISOString() };
      const stored = await parts.store.overviewsAt(shown, window);
      const last = shown.at(-1);
      return {
        overviews: stored.map(documentOf),
        ...(found.length > limit && last !== undefined && { next_cursor: cursorOf(last) }),
      };
    },
  }),
} satisfies Record<string, Operation>;

function documentOf({ bot_id, errors, signal, trend, last_run }: Overview) {
  return {
    bot_id,
    errors_24h: errors,
    last_signal: signal ? signalOf(signal.time, signal.data) : null,
    sparkline: trend
      ? { metric_type: trend.type, field: trend.field, symbol: short(trend.symbol), points: trend.points }
      : null,
    last_run: last_run
      ? { run_id: last_run.id, status: last_run.status, finished_at: last_run.finished_at }
      : null,
  };
}

function signalOf(time: string, data: Record<string, unknown>) {
  return {
    time,
    action: short(data.action ?? data.signal ?? data.type ?? data.side),
    symbol: short(symbolOf(data)),
    reason: short(data.reason),
    confidence: numberOf(data.confidence),
    price: numberOf(data.price),
  };
}

const numberOf = (value: unknown) => (typeof value === "number" ? value : null);

function short(value: unknown): string | null {
  if (typeof value !== "string") return null;
  return value.length > mostText ? `${value.slice(0, mostText).toWellFormed()}…` : value;
}

/** @throws {PlatformError} `invalid_parameter` */
function readIds(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const ids = [...new Set(text.split(",").map((id) => id.trim()))].filter((id) => id !== "");
  if (ids.length <= mostIds) return ids;
  const detail = `${ids.length} ids are too many; the maximum is ${mostIds}.`;
  throw new PlatformError("invalid_parameter", detail, { errors: [{ pointer: "ids", detail }] });
}
