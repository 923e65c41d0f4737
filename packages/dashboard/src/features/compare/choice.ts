import { search, setSearch } from "../../lib/url.ts";
import { type Candidate, comparedAtMost } from "./candidates.ts";

/** In place of ids: the reader has left out every bot. */
const none = "none";

export interface BotChoice {
  /** Ids of the bots that may have a line. */
  ids: readonly string[];
  /** Whether the address names them. */
  isExplicit: boolean;
}

/** Which bots are compared: those in the address, otherwise the first. */
export function readChoice(candidates: readonly Candidate[]): BotChoice {
  const all = candidates.map(({ bot }) => bot.bot_id);
  const named = search.value.get("bots")?.split(",");
  const wanted = named && new Set(named);
  const ids = wanted ? all.filter((id) => wanted.has(id)) : all;
  return { ids: ids.slice(0, comparedAtMost), isExplicit: wanted !== undefined };
}

/** Puts the chosen bots into the address, unless they are those that are compared anyway. */
export function keepChoice(ids: ReadonlySet<string>, usual: readonly string[]): void {
  const isUsual = ids.size === usual.length && usual.every((id) => ids.has(id));
  setSearch({ bots: isUsual ? undefined : [...ids].join(",") || none });
}
