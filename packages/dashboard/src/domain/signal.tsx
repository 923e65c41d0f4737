import type { BotOverview } from "@botyard/client/browser";
import { printable } from "../lib/printable.ts";

export type Signal = NonNullable<BotOverview["last_signal"]>;

const longestWord = 20;

/** What a signal says: a triangle and a word for buying and selling, else the bot's own word. */
export function Action({ action }: { action: string | null }) {
  const all = action ?? "signal";
  const word = printable(all.length > longestWord ? `${all.slice(0, longestWord)} …` : all);
  const side = { buy: "buy", sell: "sell" }[word.toLowerCase()];
  return (
    <b class="signal given" data-side={side}>
      {side && <span aria-hidden="true">{side === "buy" ? "▲ " : "▼ "}</span>}
      {word}
    </b>
  );
}
