import type { Cut } from "@botyard/runtime";
import type { Actor, Bot } from "../model/model.ts";
import type { StoredCut } from "../store/index.ts";

/** A cut that applies to a bot, as its readers see it. */
export interface BotCut {
  /** What it was made for: the bot, all bots of its user, or all bots of the platform. */
  scope: "bot" | "user" | "platform";
  /** Absent: everything. */
  host?: string;
  at: string;
  actor?: Actor;
}

type Owned = Pick<Bot, "bot_id" | "owner_id">;

/** Returns the cuts that apply to a bot. */
export function cutsOf({ bot_id, owner_id }: Owned, cuts: readonly StoredCut[]): BotCut[] {
  return cuts
    .filter(({ ownerId = owner_id, botId = bot_id }) => ownerId === owner_id && botId === bot_id)
    .map(({ ownerId, botId, ...cut }) => ({ scope: botId ? "bot" : ownerId ? "user" : "platform", ...cut }));
}

/** Returns what is cut in the network of a bot. */
export function cutOf(bot: Owned, cuts: readonly StoredCut[]): Cut {
  const own = cutsOf(bot, cuts);
  if (own.some(({ host }) => host === undefined)) return "all";
  return [...new Set(own.flatMap(({ host }) => host ?? []))];
}

/** Returns how a cut differs from an earlier one, in sentences without a full stop; none if it does not. */
export function changesBetween(before: Cut, after: Cut): string[] {
  if (after === "all") return before === "all" ? [] : ["Cut off from everything"];
  const earlier = before === "all" ? [] : before;
  const cut = after.filter((host) => !earlier.includes(host));
  const restored = earlier.filter((host) => !after.includes(host));
  return [
    ...(before === "all" ? ["Connected again"] : []),
    ...(restored.length > 0 ? [`Connected again with ${restored.join(", ")}`] : []),
    ...(cut.length > 0 ? [`${before === "all" ? "Still cut" : "Cut"} off from ${cut.join(", ")}`] : []),
  ];
}
