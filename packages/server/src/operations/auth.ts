import { AuthStatus } from "./documents/key.ts";
import { Exactly } from "./documents/named.ts";
import { operation } from "./operation.ts";

/** Who the caller is. */
export const auth = {
  getAuthStatus: operation({
    scope: "read",
    kind: "read",
    tag: "keys",
    summary: "Get the caller and the scopes of its API key",
    input: Exactly({}),
    output: AuthStatus,
    run: async ({ version, clock }, { caller }) => ({
      valid: true as const,
      user_id: caller.user_id,
      user_name: caller.user_name,
      role: caller.role,
      signed_in_by: caller.signed_in_by,
      key: caller.key,
      server_version: version,
      server_time: clock.now().toISOString(),
    }),
  }),
};
