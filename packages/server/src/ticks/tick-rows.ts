import { newId } from "../ids.ts";
import type { Bot, Run } from "../model.ts";
import type { Due } from "./due-ticks.ts";
import { tickRunId } from "./tick-run-id.ts";

/** A bot and the ticks of its schedule since it was last settled. */
export interface Ripe {
  bot: Bot;
  due: Due;
}

export const missedDetail = "The tick passed while the run could not be started.";

/** Returns the rows that record the ticks, and those runs that are to be started, at most one per bot. */
export function tickRows(
  ripe: readonly Ripe[],
  now: Date,
  isBusy: (botId: string) => boolean,
): { rows: Run[]; starting: { bot: Bot; run: Run }[] } {
  const rows: Run[] = [];
  const starting: { bot: Bot; run: Run }[] = [];
  for (const { bot, due } of ripe) {
    for (const [at, tick] of due.missed.entries()) {
      const before =
        at === 0 && due.unrecorded > 0 ? ` ${due.unrecorded} earlier ticks were missed as well.` : "";
      rows.push(over(bot, tick, now, "missed", missedDetail + before));
    }
    const [first, ...others] = due.due;
    if (!first) continue;
    const busy = isBusy(bot.bot_id);
    if (!busy) {
      const run = newRun(bot, now, first);
      rows.push(run);
      starting.push({ bot, run });
    }
    for (const tick of busy ? due.due : others) {
      rows.push(over(bot, tick, now, "skipped", "The previous run had not ended."));
    }
  }
  return { rows, starting };
}

export function newRun(bot: Bot, now: Date, tick?: Date): Run {
  return {
    id: tick ? tickRunId(bot.bot_id, tick) : newId("run", now.getTime()),
    bot_id: bot.bot_id,
    ...(tick && { tick: tick.toISOString() }),
    scheduled_at: (tick ?? now).toISOString(),
    status: "queued",
    version: bot.version,
    revision: bot.revision,
    queued_at: now.toISOString(),
  };
}

function over(bot: Bot, tick: Date, now: Date, status: "missed" | "skipped", detail: string): Run {
  return { ...newRun(bot, now, tick), status, detail, finished_at: now.toISOString() };
}
