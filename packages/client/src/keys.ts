import { allItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { ApiKey, CreatedApiKey, Scope } from "./types.ts";

export const keyCalls = (transport: Transport) => ({
  list: () => allItems<ApiKey>(transport, "/api-keys"),

  /** The answer is the only one that ever holds the key, so it is not kept for a repeated request. */
  create: (key: { name: string; scopes?: Scope[]; expires_at?: string }) =>
    transport.json<CreatedApiKey>("POST", "/api-keys", { json: key }),

  revoke: async (id: string): Promise<void> => {
    await transport.send("DELETE", `/api-keys/${part(id)}`);
  },
});
