import { type Account, describeOrder, type Order, Refusal } from "./account.ts";
import { assets, findPair, volumeDecimals } from "./pairs.ts";

type Method = (form: URLSearchParams, account: Account) => unknown;

/** The methods below `/0/private/`, whose requests are signed. */
export const privateMethods: Record<string, Method> = {
  Balance: (_, account) =>
    Object.fromEntries(
      Object.entries(account.balances()).map(([asset, { balance }]) => [asset, amount(asset, balance)]),
    ),

  BalanceEx: (_, account) =>
    Object.fromEntries(
      Object.entries(account.balances()).map(([asset, { balance, held }]) => [
        asset,
        { balance: amount(asset, balance), hold_trade: amount(asset, held) },
      ]),
    ),

  AddOrder(form, account) {
    const pair = findPair(form.get("pair") ?? undefined);
    if (!pair) throw new Refusal("EQuery:Unknown asset pair");
    const side = oneOf(form, "type", ["buy", "sell"]);
    const type = oneOf(form, "ordertype", ["market", "limit"]);
    const limit = type === "limit" ? positive(form, "price") : undefined;
    const wanted = { pair, side, type, limit, volume: positive(form, "volume") };
    const descr = { order: describeOrder(wanted) };
    // The order is checked, and not placed.
    if (form.get("validate") === "true") return { descr };
    return { descr, txid: [account.place(wanted).id] };
  },

  CancelOrder(form, account) {
    account.cancel(form.get("txid") ?? "");
    return { count: 1 };
  },

  QueryOrders(form, account) {
    const found = (form.get("txid") ?? "").split(",").map((id) => {
      const order = account.orders.get(id);
      if (!order) throw new Refusal("EOrder:Unknown order");
      return order;
    });
    return shown(found);
  },

  OpenOrders: (_, account) => ({
    open: shown([...account.orders.values()].filter(({ status }) => status === "open")),
  }),

  ClosedOrders(_, account) {
    const closed = [...account.orders.values()].filter(({ status }) => status !== "open");
    return { closed: shown(closed), count: closed.length };
  },
};

const amount = (asset: string, value: number): string => value.toFixed(assets[asset]!.decimals);

function oneOf<const Value extends string>(form: URLSearchParams, key: string, values: Value[]): Value {
  const found = values.find((value) => value === form.get(key));
  if (found === undefined) throw new Refusal(`EGeneral:Invalid arguments:${key}`);
  return found;
}

function positive(form: URLSearchParams, key: string): number {
  const text = form.get(key) ?? "";
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) === 0)
    throw new Refusal(`EGeneral:Invalid arguments:${key}`);
  return Number(text);
}

const shown = (orders: readonly Order[]) =>
  Object.fromEntries(orders.map((order) => [order.id, showOrder(order)]));

function showOrder(order: Order) {
  const { pair, side, type, limit, volume, status, openedAt, closedAt } = order;
  const isFilled = status === "closed";
  return {
    ...{ refid: null, userref: null, status, reason: null, opentm: openedAt / 1000 },
    ...(closedAt !== undefined && { closetm: closedAt / 1000 }),
    ...{ starttm: 0, expiretm: 0 },
    descr: {
      ...{ pair: pair.altname, type: side, ordertype: type, leverage: "none", close: "" },
      ...{ price: limit === undefined ? "0" : limit.toFixed(pair.priceDecimals), price2: "0" },
      order: describeOrder(order),
    },
    vol: volume.toFixed(volumeDecimals),
    vol_exec: (isFilled ? volume : 0).toFixed(volumeDecimals),
    ...{ cost: order.cost.toFixed(4), fee: order.fee.toFixed(4) },
    price: order.price.toFixed(pair.priceDecimals),
    ...{ stopprice: "0.00000", limitprice: "0.00000", misc: "", oflags: "fciq" },
  };
}
