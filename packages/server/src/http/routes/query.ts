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

/** Asks a bot; its answer goes back as the bytes the bot gave. */
export const queryRoutes =
  ({ bots, catalog, engine, settings }: Parts): FastifyPluginAsyncTypebox =>
  async (app) => {
    readJsonBodies(app, (text) => readExactJson(text, isSpelledOtherwise));
    app.post(
      "/query/:bot_id",
      {
        config: { scope: "read", counts: "read", idempotent: false },
        // Who asks a bot that is not there, or that defines no queries, is told so first.
        validatorCompiler: (route) =>
          route.httpPart === "querystring" ? () => true : bodyCheckedLater(route),
        schema: {
          operationId: "queryBot",
          summary: "Ask a bot one of its queries",
          description:
            "The answer is what the bot's handler gave, whatever JSON value that is. 404, 400 and 500 with " +
            "`application/json` are the bot's own answers too; the platform's refusals are `application/problem+json`.",
          tags: ["queries"],
          params: Type.Object({ bot_id: Type.String() }),
          querystring: Exactly({
            timeout_ms: Type.Optional(Type.Integer({ minimum: 1, maximum: settings.queryTimeoutMaxMs })),
          }),
          body: Exactly({
            query_path: Type.String({ pattern: "^/[A-Za-z0-9._~/-]{0,255}$" }),
            params: Type.Optional(
              Type.Record(Type.String(), Type.Unknown(), { description: "At most 100 KiB." }),
            ),
          }),
          response: {
            200: Type.Unknown({ description: "Any JSON value, as the bot wrote it." }),
            400: botOrPlatform("A param does not fit, or the request does not"),
            404: botOrPlatform("The bot knows no such path, or there is no such bot"),
            500: botOrPlatform("The handler failed, or the platform did"),
            ...refusals,
          },
        },
      },
      async (request, reply) => {
        const { caller, params } = request;
        const body: unknown = request.body;
        refuseLargeParams(body);
        const bot = await bots.get(caller.userId, params.bot_id);
        const found = await catalog.exact(bot.ownerId, bot.customBot, bot.version);
        if (found?.config.entrypoints.query === undefined) throw new PlatformError("no_queries");
        const query = readQuery(body, request.query, settings);
        const outcome = await engine.query(bot, query.path, query.params, query.timeoutMs, clientGone(reply));
        if (outcome.kind !== "answered") throw refusalOf(outcome, bot);
        const { buffer, byteOffset, byteLength } = outcome.body;
        // No text: Fastify would send a JSON string as plain text, without its quotes.
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
    `params are ${bytes} bytes of JSON; ${paramsBytes} are allowed.`,
  );
}

function refusalOf(outcome: Exclude<QueryOutcome, { kind: "answered" }>, bot: Bot): PlatformError {
  switch (outcome.kind) {
    case "not_running":
      return new PlatformError(
        "bot_not_running",
        `"${bot.name}" is ${bot.status}, so it answers no queries.`,
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
