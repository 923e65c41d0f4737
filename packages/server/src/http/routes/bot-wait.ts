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

/** Long polling for the status of a bot. */
export const botWaitRoutes =
  (parts: Parts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      "/bots/:id/wait",
      {
        config: { scope: "read" },
        schema: {
          operationId: "waitForBot",
          summary: "Wait until a bot has one of the given statuses",
          tags: ["bots"],
          params: Type.Object({ id: Type.String() }),
          querystring: Exactly({
            status: Type.String({ description: "One or more statuses, separated by commas." }),
            timeout: Type.Optional(Type.Integer({ ...waitSeconds, description: "Time-out in seconds." })),
          }),
          response: { 200: BotDocument, ...refusals },
        },
      },
      async ({ params: { id }, query, caller }, reply) => {
        const wanted = readList<BotStatus>("status", query.status, botStatuses)!;
        let last = "";
        const look = async () => {
          const bot = await parts.bots.get(caller.user_id, id);
          last = bot.status;
          return wanted.includes(bot.status) ? bot : undefined;
        };
        // Look once before waiting, so that an unknown bot is answered with 404 at once.
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
