import { environmentValueBytes, suggestion } from "@botyard/manifest";
import { Type } from "typebox";
import { notIsolated, PlatformError } from "../errors/platform-error.ts";
import type { Bot } from "../model/model.ts";
import type { QueryOutcome } from "../queries/index.ts";
import { Exactly } from "./documents/named.ts";
import { escaped } from "./input-check.ts";
import { type Operation, operation } from "./operation.ts";
import type { Parts } from "./parts.ts";

const pathPattern = "^/[A-Za-z0-9._~/-]{0,255}$";

export const QueryBody = Exactly({
  query_path: Type.String({ pattern: pathPattern }),
  params: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "Parameters of the query, at most 100 KiB.",
    }),
  ),
});

/** Queries of bots. */
export const queries = {
  queryBot: operation({
    scope: "read",
    kind: "read",
    tag: "queries",
    summary: "Query a bot",
    description:
      "The answer is the JSON value that the bot's handler returned. 404, 400 and 500 with " +
      "`application/json` also come from the bot; errors of the platform are `application/problem+json`. The headers `traceparent` and `tracestate` are passed on to the bot, if they are valid.",
    input: Exactly({
      bot_id: Type.String(),
      query: Type.Unsafe<unknown>(QueryBody),
      timeout_ms: Type.Optional(Type.Unsafe<unknown>(Type.Integer({ minimum: 1, maximum: 30_000 }))),
    }),
    // An unknown bot, or one without queries, is reported before an invalid body or parameter.
    unchecked: ["query", "timeout_ms"],
    output: Type.Unknown({ description: "Any JSON value, as the bot wrote it." }),
    async run(parts, { caller, gone, trace }, { bot_id, query, timeout_ms }) {
      refuseLargeParams(query);
      const bot = await parts.bots.get(caller.user_id, bot_id);
      const found = await parts.catalog.exact(bot.owner_id, bot.custom_bot, bot.version);
      if (found?.config.entrypoints.query === undefined) throw new PlatformError("no_queries");
      const { path, params } = readQuery(query);
      const timeoutMs = readTimeout(parts, timeout_ms);
      const leave = parts.open.queries.enter(bot.owner_id);
      const began = performance.now();
      const outcome = await parts.engine.query(bot, path, params, timeoutMs, gone, trace).finally(leave);
      parts.measures.queried(outcome.kind, (performance.now() - began) / 1000);
      if (outcome.kind !== "answered") throw refusalOf(outcome, bot);
      return outcome;
    },
  }),
} satisfies Record<string, Operation>;

// Not checked by the schema: all faults are 400, not 422, and the message explains what a path is.
function readQuery(body: unknown): { path: string; params: Record<string, unknown> } {
  if (!isObject(body)) throw refused("", "The body must be a JSON object with `query_path` and `params`.");
  const known = Object.keys(QueryBody.properties);
  for (const name of Object.keys(body)) {
    if (!known.includes(name))
      throw refused(`/${escaped(name)}`, `Unknown field "${name}". ${suggestion(name, known)}`);
  }
  const { query_path: path, params = {} } = body;
  if (path === undefined) throw refused("/query_path", '"query_path" is required, for example "/status".');
  if (typeof path !== "string" || !new RegExp(pathPattern).test(path) || path.includes("..")) {
    throw refused(
      "/query_path",
      `${JSON.stringify(path)} is not a valid query path: it must begin with "/", have at most 256 characters, contain only letters, digits and ._~/-, and not contain "..".`,
    );
  }
  if (!isObject(params)) throw refused("/params", "`params` must be a JSON object.");
  return { path, params };
}

function readTimeout({ settings }: Parts, given: unknown): number {
  if (given === undefined) return settings.queryTimeoutMs;
  const milliseconds = /^\d{1,9}$/.test(String(given)) ? Number(given) : 0;
  if (milliseconds >= 1 && milliseconds <= settings.queryTimeoutMaxMs) return milliseconds;
  throw refused(
    "timeout_ms",
    `timeout_ms is ${String(given)}; it must be from 1 to ${settings.queryTimeoutMaxMs} milliseconds.`,
  );
}

function refuseLargeParams(body: unknown): void {
  const params = (body as { params?: unknown } | undefined | null)?.params;
  if (params === undefined) return;
  const bytes = Buffer.byteLength(JSON.stringify(params));
  if (bytes <= environmentValueBytes) return;
  throw new PlatformError(
    "payload_too_large",
    `params has ${bytes} bytes as JSON; at most ${environmentValueBytes} are allowed.`,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

function refused(pointer: string, detail: string): PlatformError {
  return new PlatformError("invalid_parameter", detail, { errors: [{ pointer, detail }] });
}

function refusalOf(outcome: Exclude<QueryOutcome, { kind: "answered" }>, bot: Bot): PlatformError {
  switch (outcome.kind) {
    case "not_running":
      return new PlatformError(
        "bot_not_running",
        `"${bot.name}" is ${bot.status} and cannot answer queries.`,
      );
    case "not_listening":
      return new PlatformError("bot_not_listening", undefined, { headers: wait(outcome.retryAfterSeconds) });
    case "too_many":
      return new PlatformError("too_many_queries", `Too many queries are waiting for "${bot.name}".`, {
        headers: wait(outcome.retryAfterSeconds),
      });
    case "not_isolated":
      return notIsolated(outcome);
    case "broken":
      return new PlatformError("query_failed", outcome.detail);
    case "timed_out":
      return new PlatformError("query_timeout", `The bot did not answer within ${outcome.afterMs} ms.`);
  }
}

const wait = (seconds: number) => ({ "retry-after": String(Math.max(1, Math.ceil(seconds))) });
