import { allItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { ApiKey, CreatedApiKey, Scope } from "./types.ts";

export const keyCalls = (transport: Transport) => ({
  /** Lists the keys of the caller, or for admins of a user or of `all`. */
  list: (filter: { user?: string } = {}) => allItems<ApiKey>(transport, "/api-keys", filter),

  /**
   * Creates a key. Only this response contains it. Sent once, because the platform does not store the response for a
   * retry.
   */
  create: (key: { name: string; scopes?: Scope[]; expires_at?: string; user?: string }) =>
    transport.json<CreatedApiKey>("POST", "/api-keys", { json: key }),

  revoke: async (id: string): Promise<void> => {
    await transport.send("DELETE", `/api-keys/${part(id)}`);
  },
});
