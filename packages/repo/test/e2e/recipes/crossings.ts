/** An order of the strategy in examples/nautilus. */
export interface Fill {
  date: string;
  side: "buy" | "sell";
  shares: number;
  price: number;
}

/**
 * Returns the orders that the strategy places over these closes, computed without NautilusTrader: each is filled at the close
 * that made it cross.
 */
export function expectedFills(
  prices: readonly { date: string; close: number }[],
  { fast, slow, shares }: { fast: number; slow: number; shares: number },
): Fill[] {
  const fills: Fill[] = [];
  const fastOnes = averages(prices, fast);
  const slowOnes = averages(prices, slow);
  for (const [at, { date, close }] of prices.entries()) {
    // Both averages are known once there are as many closes as the slow one has days.
    if (at + 1 < slow) continue;
    const isHeld = fills.at(-1)?.side === "buy";
    const isAbove = fastOnes[at]! > slowOnes[at]!;
    if (isAbove !== isHeld) fills.push({ date, side: isAbove ? "buy" : "sell", shares, price: close });
  }
  return fills;
}

/** Returns the exponential moving average at each close; the first one is the close itself. */
function averages(prices: readonly { close: number }[], days: number): number[] {
  const weight = 2 / (days + 1);
  const found: number[] = [];
  for (const { close } of prices) found.push(weight * close + (1 - weight) * (found.at(-1) ?? close));
  return found;
}
