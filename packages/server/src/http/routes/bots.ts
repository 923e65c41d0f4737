import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Change } from "../../bots/bots.ts";
import { plannedTicks } from "../../bots/describe.ts";
import type { BotPatch as Patch } from "../../bots/patch.ts";
import { shownConfig } from "../../bots/secrets.ts";
import { PlatformError } from "../../errors.ts";
import type { Bot, BotStatus } from "../../model.ts";
import { readJsonBodies } from "../body.ts";
import { cursorOf, readCursor } from "../cursor.ts";
import { readInstanceBody } from "../instance-body.ts";
import { readList } from "../lists.ts";
import type { Parts } from "../parts.ts";
import { BotDocument, BotPage, BotPatch, botStatuses, DryRun, InstanceConfig } from "../schemas/bot.ts";
import { Exactly, pageQuery } from "../schemas/named.ts";
import { refusals } from "../schemas/problem.ts";
import { etagOf, showBot } from "../show-bots.ts";
import { bodyCheckedLater, noFields } from "../validation.ts";

const tags = ["bots"];
const params = Type.Object({ id: Type.String({ description: "Id of the bot." }) });
const ifMatch = Type.Object({
  "if-match": Type.Optional(
    Type.String({
      description: "ETag that the bot must still have; otherwise the request is refused with 412.",
    }),
  ),
});

/** Creating, listing, changing and deleting bots, and setting their desired state. */
export const botRoutes = (parts: Parts): FastifyPluginAsyncTypebox => {
  const { bots, clock } = parts;

  const answer = async (reply: FastifyReply, status: 200 | 201 | 202, bot: Bot) =>
    reply
      .code(status)
      .header("etag", etagOf(bot))
      .send(await showBot(parts, bot));

  return async (app) => {
    readJsonBodies(app, readInstanceBody);
    app.post(
      "/bots",
      {
        config: { scope: "deploy", addsData: true },
        // @botyard/manifest validates instance configurations and reports all problems at once.
        validatorCompiler: bodyCheckedLater,
        schema: {
          operationId: "createBot",
          summary: "Create a bot from an instance configuration",
          tags,
          body: InstanceConfig,
          querystring: Exactly({
            dry_run: Type.Optional(
              Type.Boolean({ description: "Validate the configuration without storing anything." }),
            ),
          }),
          response: { 200: DryRun, 201: BotDocument, ...refusals },
        },
      },
      async (request, reply) => {
        if (request.query.dry_run) {
          const { package: found, settings } = await bots.dryRun(request.caller.user_id, request.body);
          const ticks = plannedTicks(settings, clock.now(), 5);
          return reply.code(200).send({
            dry_run: true as const,
            version: settings.version,
            config: shownConfig(found.schema, settings.config),
            ...(ticks.length > 0 && { next_ticks: ticks.map((tick) => tick.toISOString()) }),
          });
        }
        const bot = await bots.create(changeOf(request), request.body);
        return answer(reply.header("location", `/api/v1/bots/${bot.bot_id}`), 201, bot);
      },
    );

    app.get(
      "/bots",
      {
        config: { scope: "read" },
        schema: {
          operationId: "listBots",
          summary: "List the caller's bots in the order of their creation",
          tags,
          querystring: Exactly({
            ...pageQuery,
            status: Type.Optional(Type.String({ description: "One or more statuses, separated by commas." })),
            type: Type.Optional(Type.String({ description: "`<model>/<custom bot>`, or only `<model>`." })),
            name: Type.Optional(Type.String()),
          }),
          response: { 200: BotPage, ...refusals },
        },
      },
      async ({ query, caller }) => {
        const { limit = 50 } = query;
        const found = await bots.list(caller.user_id, {
          ...readType(query.type),
          status: readList<BotStatus>("status", query.status, botStatuses),
          name: query.name,
          after: readCursor(query.cursor, 1)?.[0],
          limit: limit + 1,
        });
        const items = await Promise.all(found.slice(0, limit).map((bot) => showBot(parts, bot)));
        const last = items.at(-1);
        return { items, ...(found.length > limit && last && { next_cursor: cursorOf(last.bot_id) }) };
      },
    );

    app.get(
      "/bots/:id",
      {
        config: { scope: "read" },
        schema: {
          operationId: "getBot",
          summary: "Get a bot",
          tags,
          params,
          response: { 200: BotDocument, ...refusals },
        },
      },
      async ({ params, caller }, reply) => answer(reply, 200, await bots.get(caller.user_id, params.id)),
    );

    app.patch(
      "/bots/:id",
      {
        config: { scope: "deploy", addsData: true },
        schema: {
          operationId: "patchBot",
          summary: "Change a bot",
          description:
            "Only the given fields change; `config` is replaced as a whole. A secret sent as `********` keeps its value.",
          tags,
          params,
          headers: ifMatch,
          body: BotPatch,
          response: { 200: BotDocument, ...refusals },
        },
      },
      async (request, reply) =>
        answer(reply, 200, await bots.patch(changeOf(request), request.params.id, request.body as Patch)),
    );

    app.delete(
      "/bots/:id",
      {
        config: { scope: "deploy" },
        schema: {
          operationId: "deleteBot",
          summary: "Stop a bot and delete it permanently",
          tags,
          params,
          headers: ifMatch,
          response: { 204: Type.Null({ description: "Deleted; its processes have ended." }), ...refusals },
        },
      },
      async (request, reply) => {
        await bots.delete(changeOf(request), request.params.id);
        return reply.code(204).send(null);
      },
    );

    const actions = {
      start: ["startBot", "Start a stopped or failed bot"],
      stop: ["stopBot", "Stop a bot until it is started again"],
      restart: ["restartBot", "Restart a bot"],
    } as const;
    for (const [action, [operationId, summary]] of Object.entries(actions)) {
      app.post(
        `/bots/:id/${action}`,
        {
          config: { scope: "deploy" },
          preValidation: noFields,
          schema: {
            operationId,
            summary,
            tags,
            params,
            headers: ifMatch,
            response: { 202: BotDocument, ...refusals },
          },
        },
        async (request, reply) =>
          answer(
            reply,
            202,
            await bots[action as keyof typeof actions](changeOf(request), request.params.id),
          ),
      );
    }
  };
};

function changeOf(request: FastifyRequest): Change {
  const { caller, headers } = request;
  return { ownerId: caller.user_id, keyId: caller.key.id, ifRevision: readIfMatch(headers["if-match"]) };
}

function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === "*") return undefined;
  const [, revision] = /^\s*"(\d{1,15})"\s*$/.exec(header) ?? [];
  if (revision === undefined) {
    throw new PlatformError("precondition_failed", `The If-Match header ${header} is not the ETag of a bot.`);
  }
  return Number(revision);
}

function readType(type: string | undefined): { model?: Bot["model"]; customBot?: string } {
  if (type === undefined) return {};
  const [, model, customBot] = /^(realtime|scheduled)(?:\/(.+))?$/.exec(type) ?? [];
  if (model === undefined) {
    const detail = `"${type}" is not a type; use the form realtime/my-bot.`;
    throw new PlatformError("invalid_parameter", detail, { errors: [{ pointer: "type", detail }] });
  }
  return { model: model as Bot["model"], ...(customBot !== undefined && { customBot }) };
}
