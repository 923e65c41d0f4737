import { Type } from "typebox";
import { pageOf, readNumberCursor } from "./cursor.ts";
import { StatusEvents } from "./documents/channels.ts";
import { Exactly, pageQuery } from "./documents/named.ts";
import { type Operation, operation } from "./operation.ts";

/** Status changes of bots. */
export const events = {
  listEvents: operation({
    scope: "read",
    kind: "read",
    tag: "bots",
    summary: "List a bot's status changes, newest first",
    input: Exactly({ bot_id: Type.String(), ...pageQuery }),
    output: StatusEvents,
    async run({ bots, store }, call, { bot_id, limit = 50, cursor }) {
      await bots.seen(call, bot_id);
      const before = readNumberCursor(cursor);
      const found = await store.listStatusEvents(bot_id, {
        ...(before !== undefined && { before }),
        limit: limit + 1,
      });
      return pageOf(found, limit, (event) => [String(event.seq)]);
    },
  }),
} satisfies Record<string, Operation>;
