import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { PlatformError } from "../../errors.ts";
import { listStatusEvents } from "../../store/status-events.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Parts } from "../parts.ts";
import { Exactly, pageQuery } from "../schemas/named.ts";
import { refusals } from "../schemas/problem.ts";
import { StatusEvents } from "../schemas/records.ts";
import { statusView } from "../views/records.ts";

/** Status changes of bots. */
export const eventRoutes =
  ({ bots, store }: Parts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      "/events",
      {
        config: { scope: "read" },
        schema: {
          operationId: "listEvents",
          summary: "List a bot's status changes, newest first",
          tags: ["bots"],
          querystring: Exactly({ ...pageQuery, bot_id: Type.String() }),
          response: { 200: StatusEvents, ...refusals },
        },
      },
      async ({ query: { limit = 50, cursor, bot_id }, caller }) => {
        const bot = await bots.get(caller.user_id, bot_id);
        const [place] = readCursor(cursor, 1) ?? [];
        if (place !== undefined && !/^\d{1,15}$/.test(place)) throw new PlatformError("invalid_cursor");
        const before = place === undefined ? {} : { before: Number(place) };
        const found = await listStatusEvents(store, bot.bot_id, { ...before, limit: limit + 1 });
        return pageOf(found, limit, statusView, (event) => [String(event.seq)]);
      },
    );
  };
