import type { Cut } from "@botyard/runtime";
import type { Bot } from "../model/model.ts";
import type { StoredCut } from "../store/index.ts";

/** Returns what is cut in the network of a bot. */
export function cutOf(
  { bot_id, owner_id }: Pick<Bot, "bot_id" | "owner_id">,
  cuts: readonly StoredCut[],
): Cut {
  const own = cuts.filter(
    ({ ownerId = owner_id, botId = bot_id }) => ownerId === owner_id && botId === bot_id,
  );
  if (own.some(({ host }) => host === undefined)) return "all";
  return [...new Set(own.flatMap(({ host }) => host ?? []))];
}
