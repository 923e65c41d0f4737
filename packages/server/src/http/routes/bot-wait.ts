import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import type { BotStatus } from "../../model.ts";
import { clientGone } from "../gone.ts";
import { readList } from "../lists.ts";
import type { Parts } from "../parts.ts";
import { BotDocument, botStatuses } from "../schemas/bot.ts";
import { Exactly } from "../schemas/named.ts";
import { refusals } from "../schemas/problem.ts";
import { etagOf, showBot } from "../show-bots.ts";
import { waitFor, waitSeconds } from "../waiting.ts";

/** A long poll, so that nobody has to ask again and again. */
export const botWaitRoutes =
  (parts: Parts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      "/bots/:id/wait",
      {
        config: { scope: "read" },
        schema: {
          operationId: "waitForBot",
          summary: "Wait until a bot is in one of some statuses",
          tags: ["bots"],
          params: Type.Object({ id: Type.String() }),
          querystring: Exactly({
            status: Type.String({ description: "One status or several, comma-separated." }),
            timeout: Type.Optional(Type.Integer({ ...waitSeconds, description: "Seconds." })),
          }),
          response: { 200: BotDocument, ...refusals },
        },
      },
      async ({ params: { id }, query, caller }, reply) => {
        const wanted = readList<BotStatus>("status", query.status, botStatuses)!;
        let last = "";
        const look = async () => {
          const bot = await parts.bots.get(caller.userId, id);
          last = bot.status;
          return wanted.includes(bot.status) ? bot : undefined;
        };
        // The first look says 404 before anything is waited for.
        const bot =
          (await look()) ??
          (await waitFor(
            parts,
            clientGone(reply),
            query.timeout ?? waitSeconds.default,
            look,
            `The bot is ${last} and did not become ${wanted.join(" or ")}`,
            (ring) =>
              parts.bus.subscribe(id, (events) => events.some((e) => e.channel === "status") && ring()),
          ));
        return reply.header("etag", etagOf(bot)).send(await showBot(parts, bot));
      },
    );
  };
