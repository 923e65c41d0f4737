import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Clock, Now } from "./clock.ts";
import type { Limiter } from "./limiter.ts";
import { closesUpTo, type Market } from "./market.ts";
import { dateOf } from "./moment.ts";

/** The maximum number of closes in one answer. */
export const maxLimit = 500;
const defaultLimit = 60;

type Answer = { status: number; body: unknown; headers?: Record<string, string> };
export type FeedParts = { market: Market; clock: Clock; limiter: Limiter };

/** Creates the HTTP server of the price feed, which does not listen yet. README.md describes its endpoint and errors. */
export function createFeed(parts: FeedParts): Server {
  return createServer((request, response) => {
    const { status, body, headers } = answer(request, parts);
    const text = JSON.stringify(body);
    response.writeHead(status, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text),
      "Cache-Control": "no-store",
      ...headers,
    });
    response.end(text);
  });
}

function answer(request: IncomingMessage, { market, clock, limiter }: FeedParts): Answer {
  const wait = limiter(request.socket.remoteAddress ?? "");
  if (wait > 0) {
    const refused = refusal(429, "rate_limited", `Too many requests. Try again in ${wait} s.`);
    return { ...refused, headers: { "Retry-After": String(wait) } };
  }
  const [path = "", search = ""] = (request.url ?? "").split("?", 2);
  if (path !== "/v1/prices") {
    return refusal(
      404,
      "not_found",
      `The path ${path} does not exist. Use GET /v1/prices?symbol=AAPL&limit=60.`,
    );
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    const refused = refusal(
      405,
      "method_not_allowed",
      `The method ${request.method} is not supported. Use GET.`,
    );
    return { ...refused, headers: { Allow: "GET, HEAD" } };
  }
  return prices(new URLSearchParams(search), market, clock);
}

function prices(query: URLSearchParams, market: Market, clock: Clock): Answer {
  const known = [...market.keys()].join(", ");
  const symbol = query.get("symbol");
  if (!symbol)
    return refusal(
      400,
      "missing_symbol",
      `The parameter symbol is missing. Add ?symbol=… with one of ${known}.`,
    );
  const closes = market.get(symbol);
  if (!closes) {
    return refusal(
      404,
      "unknown_symbol",
      `The symbol ${JSON.stringify(symbol)} does not exist. Use one of ${known}.`,
    );
  }
  const limitText = query.get("limit") ?? String(defaultLimit);
  const limit = /^\d{1,9}$/.test(limitText) ? Number(limitText) : 0;
  if (limit < 1 || limit > maxLimit) {
    const given = JSON.stringify(limitText);
    return refusal(
      400,
      "invalid_limit",
      `The limit ${given} is invalid. Use a whole number from 1 to ${maxLimit}.`,
    );
  }
  const at = query.get("at");
  const now = at === null ? clock() : momentOf(at);
  if (now === undefined) {
    const given = JSON.stringify(at);
    return refusal(
      400,
      "invalid_at",
      `The value ${given} of at is invalid. Use a date (2010-05-04) or an RFC 3339 time.`,
    );
  }
  const { date: asOf, publishedAt } = now;
  const newest = closesUpTo(closes, asOf, limit);
  const prices = publishedAt ? newest.map((close) => ({ ...close, time: publishedAt(close.date) })) : newest;
  return { status: 200, body: { symbol, as_of: asOf, prices } };
}

/** Returns the moment that a client names, without times: when its closes are published differs from lap to lap. */
function momentOf(at: string): Now | undefined {
  const date = dateOf(at);
  return date === undefined ? undefined : { date };
}

const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
});
