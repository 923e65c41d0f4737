import { nextTicksOf } from "../bots/describe.ts";
import { ownSettings } from "../bots/own-settings.ts";
import { shownConfig } from "../bots/secrets.ts";
import type { Bot } from "../model/model.ts";
import type { BotView } from "./documents/bot.ts";
import type { Call } from "./operation.ts";
import type { Parts } from "./parts.ts";

/**
 * Returns the document of a bot, which includes data of its package, its next tick, its last run and its dropped
 * records, and for admins its owner.
 */
export async function showBot(
  { catalog, clock, store, users }: Pick<Parts, "catalog" | "clock" | "store" | "users">,
  bot: Bot,
  { administers }: Pick<Call, "administers">,
): Promise<BotView> {
  const { owner_id, model, generation, ...shown } = bot;
  const found = await catalog.exact(owner_id, bot.custom_bot, bot.version);
  if (!found)
    throw new Error(`The package of ${bot.bot_id}, ${bot.custom_bot} ${bot.version}, is not in the store.`);
  const [next] = nextTicksOf(bot, clock.now(), 1);
  const last = model === "scheduled" ? await store.lastRun(bot.bot_id) : undefined;
  return {
    ...ownSettings(model, shown),
    ...(administers && { owner: await users.nameOf(owner_id) }),
    type: `${model}/${bot.custom_bot}`,
    config: shownConfig(found.schema, bot.config),
    ...(next !== undefined && { next_tick_at: next }),
    ...(last !== undefined && { last_run: pick(last, ["id", "status", "tick", "finished_at"]) }),
    has_queries: found.config.entrypoints.query !== undefined,
    dropped: await store.droppedOf(bot.bot_id),
  };
}

function pick<Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name as Name))) as Pick<
    Row,
    Name
  >;
}
