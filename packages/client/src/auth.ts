import type { Transport } from "./transport.ts";
import type { AuthStatus } from "./types.ts";

export const authCalls = (transport: Transport) => ({
  /** Returns the user and the scopes of the key. */
  status: () => transport.json<AuthStatus>("GET", "/auth/status"),
});
