import type { Transport } from "./transport.ts";
import type { AuthStatus } from "./types.ts";

export const authCalls = (transport: Transport) => ({
  /** Who the key belongs to and what it may do. */
  status: () => transport.json<AuthStatus>("GET", "/auth/status"),
});
