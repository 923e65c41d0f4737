import { getBot } from "../features/bot/api/get-bot.ts";
import { beginMetrics } from "../features/metrics/begin-metrics.ts";
import { tabs } from "./bot-tabs.tsx";

/** Asks for what a view of a bot shows first. */
export function beginBot(
  { bot_id = "", tab = "metrics" }: Record<string, string>,
  session: Promise<unknown>,
): Promise<unknown>[] {
  tabs.find(({ at }) => at === tab)?.show.preload();
  return [getBot(bot_id), ...(tab === "metrics" ? [beginMetrics(bot_id, session)] : [])];
}
