import { allItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { StateKey } from "./types.ts";

export const stateCalls = (transport: Transport) => {
  const at = (botId: string, key: string) => `/bots/${part(botId)}/state/${part(key)}`;
  return {
    /** Returns all keys, sorted. */
    list: (botId: string): Promise<StateKey[]> =>
      allItems(transport, `/bots/${part(botId)}/state`, { limit: 1000 }),

    /** Returns the stored JSON document, byte for byte. */
    get: async (botId: string, key: string): Promise<Uint8Array> =>
      (await transport.send("GET", at(botId, key))).bytes,

    /** Stores a JSON document. The bot must be stopped. */
    set: async (botId: string, key: string, document: Uint8Array<ArrayBuffer>): Promise<void> => {
      await transport.send("PUT", at(botId, key), {
        body: document,
        headers: { "content-type": "application/json" },
      });
    },

    /** Deletes a key. The bot must be stopped. */
    delete: async (botId: string, key: string): Promise<void> => {
      await transport.send("DELETE", at(botId, key));
    },
  };
};
