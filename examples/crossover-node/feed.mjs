/**
 * The client of the price feed.
 *
 * @import { Close } from "./strategy.mjs"
 */

const timeoutMs = 5000;

/** The feed sent no prices. `reason` has further details. */
export class PriceFeedError extends Error {
  /**
   * @param {string} message
   * @param {string} reason
   */
  constructor(message, reason) {
    super(message);
    this.reason = reason;
  }
}

/** Returns the address of the feed, without slashes at the end. */
export function feedAddress() {
  const address = (process.env.PRICE_FEED_URL ?? "").replace(/\/+$/, "");
  if (!address) throw new Error("PRICE_FEED_URL is not set: set it to the address of the price feed");
  return address;
}

/**
 * Fetches the newest `limit` closes of a symbol, oldest first; fewer at the beginning of its history.
 *
 * @param {string} address
 * @param {string} symbol
 * @param {number} limit
 * @returns {Promise<Close[]>}
 */
export async function newestPrices(address, symbol, limit) {
  const question = new URLSearchParams({ symbol, limit: String(limit) });
  const { ok, status, body } = await get(`${address}/v1/prices?${question}`);
  const answer = parse(body);
  if (!ok) {
    const { code, message } = answer ?? {};
    const known = typeof code === "string" && typeof message === "string";
    throw new PriceFeedError(
      `the price feed refused: ${known ? `${status} ${code}` : status}`,
      known ? message : `HTTP status ${status}`,
    );
  }
  if (!isPriceList(answer?.prices)) {
    throw new PriceFeedError("the price feed did not send a price list", body.slice(0, 100));
  }
  // The time is optional: a feed of daily closes need not have one.
  return answer.prices.map(({ date, close, time }) => ({
    date,
    close,
    time: typeof time === "string" ? time : date,
  }));
}

/** @param {string} url */
async function get(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return { ok: response.ok, status: response.status, body: await response.text() };
  } catch (error) {
    throw new PriceFeedError("the price feed did not answer", String(error.cause?.message ?? error.message));
  }
}

/** @param {string} body */
function parse(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** @param {any} prices */
function isPriceList(prices) {
  if (!Array.isArray(prices) || !prices.every(isClose)) return false;
  return prices.every(({ date }, index) => index === 0 || date > prices[index - 1].date);
}

/** @param {any} price */
function isClose(price) {
  const { date, close } = price ?? {};
  return typeof date === "string" && typeof close === "number" && close >= 0.0001 && close < 1e12;
}
