import { PlatformError } from "../errors/platform-error.ts";
import type { Effect } from "../store/index.ts";
import { wanted } from "../users/device-sign-ins.ts";
import { showKey } from "./keys.ts";
import { notCut } from "./networks.ts";
import type { Call } from "./operation.ts";
import type { Parts } from "./parts.ts";
import { showBot } from "./show-bot.ts";

/**
 * Returns what an operation returned when it had this effect, as it is now: the platform died before it could store its
 * answer. A new API key itself is not stored, and so is left out.
 *
 * @throws {PlatformError} `bot_not_found`, `run_not_found`, `api_key_not_found`, `user_not_found` if it is gone
 */
export async function answerAgain(parts: Parts, call: Call, effect: Effect): Promise<unknown> {
  if ("bot" in effect) {
    const bot = await parts.bots.seen(call, effect.bot);
    return { ...(await showBot(parts, bot, call)), ...(effect.changed && { changed: true }) };
  }
  if ("run" in effect)
    return (await parts.store.getRun(effect.run)) ?? refuse(new PlatformError("run_not_found"));
  if ("api_key" in effect) {
    const key = await parts.keys.find(effect.api_key);
    return key ? showKey(parts, call, key) : refuse(new PlatformError("api_key_not_found"));
  }
  if ("user" in effect)
    return (await parts.users.withId(effect.user)) ?? refuse(new PlatformError("user_not_found"));
  if ("network" in effect) {
    const { owner_id, bot_id, change } = effect.network;
    return change === "cut" && bot_id === undefined ? { not_cut: await notCut(parts, owner_id) } : {};
  }
  return wanted(effect.device);
}

function refuse(error: PlatformError): never {
  throw error;
}
