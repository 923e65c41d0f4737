import type { Transport } from "./transport.ts";
import type { Page, StatusEvent } from "./types.ts";

export const eventCalls = (transport: Transport) => ({
  /** Returns a page of a bot's status changes, newest first. */
  list: (botId: string, page: { limit?: number; cursor?: string } = {}) =>
    transport.json<Page<StatusEvent>>("GET", "/events", { query: { bot_id: botId, ...page } }),
});
