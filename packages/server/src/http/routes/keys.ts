import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { PlatformError } from "../../errors.ts";
import type { Caller, KeyInfo } from "../../keys/keys.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { readTime } from "../moment.ts";
import type { Parts } from "../parts.ts";
import { CreatedKey, KeyPage, KeyRequest, type KeyView } from "../schemas/key.ts";
import { Exactly, pageQuery } from "../schemas/named.ts";
import { refusals } from "../schemas/problem.ts";

/** The API keys of the caller. */
export const keyRoutes = ({ keys, clock }: Parts): FastifyPluginAsyncTypebox => {
  const ownerOf = async (caller: Caller, user: string | undefined): Promise<string> => {
    if (user === undefined || user === caller.user_name) return caller.user_id;
    if ((await keys.operator())?.id !== caller.user_id) {
      throw new PlatformError(
        "insufficient_scope",
        "Only the platform's first user may create keys for other users.",
      );
    }
    return (await keys.userNamed(user)).id;
  };
  const expiry = (text: string | undefined): string | undefined => {
    const time = readTime(text, "/expires_at", "validation_failed");
    if (time === undefined || time > clock.now()) return time?.toISOString();
    const detail = `expires_at is ${text}, which is in the past.`;
    throw new PlatformError("validation_failed", detail, { errors: [{ pointer: "/expires_at", detail }] });
  };

  return async (app) => {
    app.post(
      "/api-keys",
      {
        config: { scope: "admin", addsData: true },
        schema: {
          operationId: "createApiKey",
          summary: "Create an API key; it is shown only in this answer",
          tags: ["keys"],
          body: KeyRequest,
          response: { 201: CreatedKey, ...refusals },
        },
      },
      async ({ body, caller }, reply) => {
        const { name, scopes = ["read", "deploy"] } = body;
        const expiresAt = expiry(body.expires_at);
        const ownerId = await ownerOf(caller, body.user);
        const { text, ...made } = await keys.create(ownerId, { name, scopes, expires_at: expiresAt });
        return reply.code(201).send({ ...keyView(made), key: text });
      },
    );

    app.get(
      "/api-keys",
      {
        config: { scope: "admin" },
        schema: {
          operationId: "listApiKeys",
          summary: "List the caller's API keys that are not revoked",
          tags: ["keys"],
          querystring: Exactly(pageQuery),
          response: { 200: KeyPage, ...refusals },
        },
      },
      async ({ query: { limit = 50, cursor }, caller }) => {
        const [createdAt, id] = readCursor(cursor, 2) ?? [];
        const after = createdAt !== undefined && id !== undefined ? { createdAt, id } : undefined;
        const found = await keys.list(caller.user_id, { after, limit: limit + 1 });
        return pageOf(found, limit, keyView, (key) => [key.created_at, key.id]);
      },
    );

    app.delete(
      "/api-keys/:id",
      {
        config: { scope: "admin" },
        schema: {
          operationId: "revokeApiKey",
          summary: "Revoke an API key permanently, with immediate effect",
          tags: ["keys"],
          params: Type.Object({ id: Type.String() }),
          response: { 204: Type.Null({ description: "Revoked." }), ...refusals },
        },
      },
      async ({ params, caller }, reply) => {
        await keys.revoke(caller.user_id, params.id);
        return reply.code(204).send(null);
      },
    );
  };
};

function keyView(key: KeyInfo): KeyView {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    created_at: key.created_at,
    ...(key.expires_at !== undefined && { expires_at: key.expires_at }),
    ...(key.last_used_at !== undefined && { last_used_at: key.last_used_at }),
  };
}
