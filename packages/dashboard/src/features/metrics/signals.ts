import type { MetricRecord } from "@botyard/client/browser";

export interface Signal {
  side: "BUY" | "SELL";
  price: number;
  symbol: string | undefined;
  /** The signal in a line: side, price, and what the bot says about it. */
  text: string;
}

const sideFields = ["type", "side", "action", "signal"];

/** Returns the signal that a metric is, if it is one: it has a side and a price. */
export function signalOf({ data }: MetricRecord): Signal | undefined {
  const { price, symbol, confidence, reason } = data;
  if (typeof price !== "number") return undefined;
  const side = sideFields
    .map((field) => data[field])
    .find((value) => typeof value === "string" && /^(buy|sell)$/i.test(value)) as string | undefined;
  if (side === undefined) return undefined;
  const upper = side.toUpperCase() as Signal["side"];
  const parts = [`${upper} at ${price}`];
  if (typeof reason === "string") parts.push(reason);
  if (typeof confidence === "number") parts.push(`confidence ${confidence}`);
  return {
    side: upper,
    price,
    symbol: typeof symbol === "string" ? symbol : undefined,
    text: parts.join(" · "),
  };
}
