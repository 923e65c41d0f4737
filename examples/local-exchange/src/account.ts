import { randomUUID } from "node:crypto";
import { quoteAt, round } from "./market.ts";
import { assets, fee, minimumCost, type Pair, volumeDecimals } from "./pairs.ts";

/** A refused request: one of Kraken's texts, such as `EOrder:Insufficient funds`. */
export class Refusal extends Error {}

export interface Order {
  id: string;
  pair: Pair;
  side: "buy" | "sell";
  type: "market" | "limit";
  /** Of a limit order. */
  limit: number | undefined;
  volume: number;
  status: "open" | "closed" | "canceled";
  openedAt: number;
  closedAt: number | undefined;
  /** Price, value and fee of the trade, once it is closed. */
  price: number;
  cost: number;
  fee: number;
}

export type Wanted = Pick<Order, "pair" | "side" | "type" | "limit" | "volume">;

/** The balances and orders of the exchange's only customer, in memory. */
export class Account {
  readonly orders = new Map<string, Order>();
  readonly #balances: Map<string, number>;
  readonly #now: () => number;

  /** @param balances at the beginning, by names of assets */
  constructor(balances: Record<string, number>, now: () => number) {
    this.#balances = new Map(Object.entries(balances));
    this.#now = now;
  }

  /** Returns what there is of each asset, and how much of it open orders hold. */
  balances(): Record<string, { balance: number; held: number }> {
    return Object.fromEntries(
      Object.entries(assets).map(([asset, { decimals }]) => [
        asset,
        { balance: round(this.#of(asset), decimals), held: round(this.#held(asset), decimals) },
      ]),
    );
  }

  /**
   * Places an order. A market order is filled at once, a limit order as soon as the price allows it.
   * @throws {Refusal} if it is too small, or more than there is
   */
  place(wanted: Wanted): Order {
    const { pair, side, volume } = wanted;
    const price = wanted.limit ?? this.#price(pair, side);
    if (volume < pair.minimum || volume * price < minimumCost)
      throw new Refusal("EOrder:Order minimum not met");
    const asset = side === "buy" ? pair.quote : pair.base;
    const needed = side === "buy" ? volume * price * (1 + fee) : volume;
    if (needed > this.#of(asset) - this.#held(asset)) throw new Refusal("EOrder:Insufficient funds");
    const order: Order = {
      ...wanted,
      id: newId(),
      status: "open",
      openedAt: this.#now(),
      ...{ closedAt: undefined, price: 0, cost: 0, fee: 0 },
    };
    this.orders.set(order.id, order);
    this.fill();
    return order;
  }

  /**
   * Cancels an open order.
   * @throws {Refusal} if there is none of this id
   */
  cancel(id: string): void {
    const order = this.orders.get(id);
    if (order?.status !== "open") throw new Refusal("EOrder:Unknown order");
    Object.assign(order, { status: "canceled", closedAt: this.#now() });
  }

  /** Fills each open order that the price of now allows. */
  fill(): void {
    for (const order of this.orders.values()) {
      if (order.status !== "open") continue;
      const { pair, side, limit, volume } = order;
      const price = this.#price(pair, side);
      if (limit !== undefined && (side === "buy" ? price > limit : price < limit)) continue;
      const cost = round(volume * price, 4);
      const paid = round(cost * fee, 4);
      Object.assign(order, { status: "closed", closedAt: this.#now(), price, cost, fee: paid });
      const sign = side === "buy" ? 1 : -1;
      this.#add(pair.base, sign * volume);
      this.#add(pair.quote, -sign * cost - paid);
    }
  }

  #price(pair: Pair, side: Order["side"]): number {
    const { ask, bid } = quoteAt(pair, this.#now());
    return side === "buy" ? ask : bid;
  }

  #of(asset: string): number {
    return this.#balances.get(asset) ?? 0;
  }

  #add(asset: string, amount: number): void {
    this.#balances.set(asset, round(this.#of(asset) + amount, 10));
  }

  #held(asset: string): number {
    return [...this.orders.values()]
      .filter(
        ({ status, pair, side }) => status === "open" && asset === (side === "buy" ? pair.quote : pair.base),
      )
      .map(({ side, volume, limit = 0 }) => (side === "buy" ? volume * limit * (1 + fee) : volume))
      .reduce((sum, one) => sum + one, 0);
  }
}

/** Returns an id in the form of Kraken's, `OABCDE-FGHIJ-KLMNOP`. */
function newId(): string {
  const letters = randomUUID().replaceAll("-", "").toUpperCase();
  return `O${letters.slice(0, 5)}-${letters.slice(5, 10)}-${letters.slice(10, 16)}`;
}

/** Returns the text of an order as Kraken describes it. */
export function describeOrder({ side, volume, pair, type, limit }: Wanted): string {
  const price = limit === undefined ? "" : ` ${limit.toFixed(pair.priceDecimals)}`;
  return `${side} ${volume.toFixed(volumeDecimals)} ${pair.altname} @ ${type}${price}`;
}
