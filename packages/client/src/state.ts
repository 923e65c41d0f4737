import { allItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { StateKey } from "./types.ts";

export const stateCalls = (transport: Transport) => {
  const at = (botId: string, key: string) => `/bots/${part(botId)}/state/${part(key)}`;
  return {
    /** Every key, in order. */
    list: (botId: string): Promise<StateKey[]> =>
      allItems(transport, `/bots/${part(botId)}/state`, { limit: 1000 }),

    /** The stored JSON document, its own bytes. */
    get: async (botId: string, key: string): Promise<Uint8Array> =>
      (await transport.send("GET", at(botId, key))).bytes,

    /** `document` is JSON text. The bot must be stopped. */
    set: async (botId: string, key: string, document: Uint8Array<ArrayBuffer>): Promise<void> => {
      await transport.send("PUT", at(botId, key), {
        body: document,
        headers: { "content-type": "application/json" },
      });
    },

    /** The bot must be stopped. */
    delete: async (botId: string, key: string): Promise<void> => {
      await transport.send("DELETE", at(botId, key));
    },
  };
};
