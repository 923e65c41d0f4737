import type { Bot } from "@botyard/client/browser";
import { type Candidate, matches } from "./candidates.ts";

/** Bots that are listed besides those that are compared. */
const othersAtMost = 10;

interface How {
  words: string;
  isChecked(id: string): boolean;
  /** Whether the bot is known not to have the field. */
  isLeftOut(id: string): boolean;
}

/** The bots that are compared and some of the others, as the search says, and how many more there are. */
export function shownRows(
  candidates: readonly Candidate[],
  { words, isChecked, isLeftOut }: How,
): { bots: Bot[]; hidden: number } {
  const found = candidates.filter(
    ({ bot }) => matches(bot, words) && (isChecked(bot.bot_id) || !isLeftOut(bot.bot_id)),
  );
  let others = 0;
  const bots = found.flatMap(({ bot }) => {
    if (isChecked(bot.bot_id)) return [bot];
    others += 1;
    return others <= othersAtMost ? [bot] : [];
  });
  return { bots, hidden: found.length - bots.length };
}
