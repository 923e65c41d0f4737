import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Parts } from "../parts.ts";
import { AuthStatus } from "../schemas/key.ts";
import { refusals } from "../schemas/problem.ts";

export const authRoutes =
  (parts: Parts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      "/auth/status",
      {
        config: { scope: "read" },
        schema: {
          operationId: "getAuthStatus",
          summary: "Get the caller and the scopes of its API key",
          tags: ["keys"],
          response: { 200: AuthStatus, ...refusals },
        },
      },
      async ({ caller }) => {
        const { id, name, scopes, expires_at: expiresAt } = caller.key;
        return {
          valid: true as const,
          user_id: caller.user_id,
          user_name: caller.user_name,
          key: { id, name, scopes, ...(expiresAt !== undefined && { expires_at: expiresAt }) },
          server_version: parts.version,
          server_time: parts.clock.now().toISOString(),
        };
      },
    );
  };
