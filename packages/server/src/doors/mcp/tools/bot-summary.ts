import type { BotView } from "../../../operations/documents/bot.ts";
import { cut } from "./budget.ts";

/** Statuses of runs that a user would want to look into. */
const failures = ["error", "timed_out", "lost"];

/** What is wrong with a bot; undefined if nothing is. */
function errorOf({ status, detail, reason, last_run }: BotView): string | undefined {
  if (status === "failed" || status === "backing_off") return detail ?? reason ?? status;
  if (last_run && failures.includes(last_run.status)) return `The last run ended with "${last_run.status}".`;
  return reason === undefined ? undefined : (detail ?? reason);
}

/** Sorts failing bots to the front; the others keep their order. Each bot once. */
export function failingFirst(bots: BotView[]): BotView[] {
  const each = [...new Map(bots.map((bot) => [bot.bot_id, bot])).values()];
  return each.sort((a, b) => Number(errorOf(a) === undefined) - Number(errorOf(b) === undefined));
}

/** The fields of a bot that a list has. */
export function summaryOf(bot: BotView) {
  const { bot_id, name, type, version, status, last_run, started_at, next_tick_at, updated_at } = bot;
  const last_error = errorOf(bot);
  const last_run_at = last_run?.finished_at ?? last_run?.tick ?? started_at;
  return {
    ...{ bot_id, name, type, version, status },
    ...(last_error !== undefined && { last_error: cut(last_error, 200) }),
    ...(last_run_at !== undefined && { last_run_at }),
    ...(next_tick_at !== undefined && { next_run_at: next_tick_at }),
    updated_at,
  };
}
