import { isSpelledOtherwise, readExactJson } from "@botyard/core";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import type { QueryOutcome } from "../../engine/engine.ts";
import { notIsolated, PlatformError } from "../../errors.ts";
import type { Bot } from "../../model.ts";
import { readJsonBodies } from "../body.ts";
import { clientGone } from "../gone.ts";
import type { Parts } from "../parts.ts";
import { paramsBytes, readQuery } from "../query-request.ts";
import { Exactly } from "../schemas/named.ts";
import { Problem, refusals } from "../schemas/problem.ts";
import { bodyCheckedLater } from "../validation.ts";

const botOrPlatform = (description: string) => ({
  description,
  content: {
    "application/json": { schema: Type.Unknown() },
    "application/problem+json": { schema: Problem },
  },
});

/** Queries a bot and returns its answer byte for byte. */
export const queryRoutes =
  ({ bots, catalog, engine, settings }: Parts): FastifyPluginAsyncTypebox =>
  async (app) => {
    readJsonBodies(app, (text) => readExactJson(text, isSpelledOtherwise));
    app.post(
      "/query/:bot_id",
      {
        config: { scope: "read", counts: "read", idempotent: false },
        // An unknown bot, or one without queries, is reported before an invalid body or parameter.
        validatorCompiler: (route) =>
          route.httpPart === "querystring" ? () => true : bodyCheckedLater(route),
        schema: {
          operationId: "queryBot",
          summary: "Query a bot",
          description:
            "The answer is the JSON value that the bot's handler returned. 404, 400 and 500 with " +
            "`application/json` also come from the bot; errors of the platform are `application/problem+json`.",
          tags: ["queries"],
          params: Type.Object({ bot_id: Type.String() }),
          querystring: Exactly({
            timeout_ms: Type.Optional(Type.Integer({ minimum: 1, maximum: settings.queryTimeoutMaxMs })),
          }),
          body: Exactly({
            query_path: Type.String({ pattern: "^/[A-Za-z0-9._~/-]{0,255}$" }),
            params: Type.Optional(
              Type.Record(Type.String(), Type.Unknown(), {
                description: "Parameters of the query, at most 100 KiB.",
              }),
            ),
          }),
          response: {
            200: Type.Unknown({ description: "Any JSON value, as the bot wrote it." }),
            400: botOrPlatform("The bot refused a parameter, or the platform the request"),
            404: botOrPlatform("The query path or the bot is unknown"),
            500: botOrPlatform("The handler or the platform failed"),
            ...refusals,
          },
        },
      },
      async (request, reply) => {
        const { caller, params } = request;
        const body: unknown = request.body;
        refuseLargeParams(body);
        const bot = await bots.get(caller.user_id, params.bot_id);
        const found = await catalog.exact(bot.owner_id, bot.custom_bot, bot.version);
        if (found?.config.entrypoints.query === undefined) throw new PlatformError("no_queries");
        const query = readQuery(body, request.query, settings);
        const outcome = await engine.query(bot, query.path, query.params, query.timeoutMs, clientGone(reply));
        if (outcome.kind !== "answered") throw refusalOf(outcome, bot);
        const { buffer, byteOffset, byteLength } = outcome.body;
        // As bytes: Fastify would send a JSON string as plain text, without its quotes.
        reply.code(outcome.status as 200).type("application/json");
        return reply.send(Buffer.from(buffer, byteOffset, byteLength));
      },
    );
  };

function refuseLargeParams(body: unknown): void {
  const params = (body as { params?: unknown } | undefined | null)?.params;
  if (params === undefined) return;
  const bytes = Buffer.byteLength(JSON.stringify(params));
  if (bytes <= paramsBytes) return;
  throw new PlatformError(
    "payload_too_large",
    `params has ${bytes} bytes as JSON; at most ${paramsBytes} are allowed.`,
  );
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
      return new PlatformError("too_many_queries", undefined, { headers: wait(outcome.retryAfterSeconds) });
    case "not_isolated":
      return notIsolated(outcome);
    case "broken":
      return new PlatformError("query_failed", outcome.detail);
    case "timed_out":
      return new PlatformError("query_timeout", `The bot did not answer within ${outcome.afterMs} ms.`);
  }
}

const wait = (seconds: number) => ({ "retry-after": String(Math.max(1, Math.ceil(seconds))) });
