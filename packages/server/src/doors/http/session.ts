import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { PlatformError } from "../../errors/platform-error.ts";
import { refusals } from "../../operations/documents/problem.ts";
import { SessionDocument, SignInRequest } from "../../operations/documents/session.ts";
import { challenge } from "../../users/revocations.ts";
import type { Opened } from "../../users/sessions.ts";
import { sessionToken, setSessionCookie } from "./cookie.ts";
import { pageKeyIn } from "./identify.ts";
import { requireSameOrigin } from "./origin.ts";
import type { HttpParts } from "./parts.ts";
import type { RateLimits } from "./rate-limits.ts";

const tags = ["sign-in"];

/** Signing a browser in and out. They set a cookie, so they are no operations: no other door has one. */
export const sessionRoutes =
  (parts: HttpParts, limits: RateLimits): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      "/session",
      {
        config: { scope: "public", idempotent: false },
        schema: {
          operationId: "createSession",
          summary: "Sign a browser in with an API key or a sign-in link; sets a cookie",
          description:
            "The session has the scopes of the key, or, by a link, all scopes. Requires no key. The cookie works only together " +
            "with `page_key`, in the header `Botyard-Page-Key`.",
          tags,
          security: [],
          body: SignInRequest,
          response: { 201: SessionDocument, ...refusals },
        },
      },
      async (request, reply) => {
        if (request.headers.origin !== undefined || request.headers["sec-fetch-site"] !== undefined)
          requireSameOrigin(parts.settings, request);
        const opened = await signIn(parts, request, request.body).catch(async (error: unknown) => {
          await limits.countFailure(request);
          throw error;
        });
        const { user_name, role, key } = opened.caller;
        return setSessionCookie(parts.settings, reply, opened).code(201).send({
          user_name,
          role,
          scopes: key.scopes,
          expires_at: opened.expires_at,
          page_key: opened.pageKey,
        });
      },
    );

    app.delete(
      "/session",
      {
        config: { scope: "read" },
        schema: {
          operationId: "endSession",
          summary: "Sign the browser out",
          description: "Ends the session and removes the cookie.",
          tags,
          response: { 204: Type.Null({ description: "Signed out." }), ...refusals },
        },
      },
      async ({ caller }, reply) => {
        if (caller.signed_in_by === "session") await parts.sessions.end(caller);
        return setSessionCookie(parts.settings, reply).code(204).send(null);
      },
    );
  };

/**
 * Opens a session for the owner of an API key, or for the user of a sign-in link. It takes the place of the session that
 * the browser had, if the request has its page key.
 *
 * @throws {PlatformError} `validation_failed`, `api_key_invalid`, `link_invalid`
 */
export async function signIn(
  parts: HttpParts,
  request: FastifyRequest,
  given: { key?: string; code?: string },
  pageKey = pageKeyIn(request),
): Promise<Opened> {
  const opened = await open(parts, given);
  const earlier = sessionToken(parts.settings, request);
  const replaced = earlier && pageKey && (await parts.sessions.authenticate(earlier, pageKey));
  if (replaced) await parts.sessions.end(replaced);
  return opened;
}

async function open(
  { keys, links, sessions }: Pick<HttpParts, "keys" | "links" | "sessions">,
  { key, code }: { key?: string; code?: string },
): Promise<Opened> {
  if ((key === undefined) === (code === undefined)) {
    const detail = "Give either `key` or `code`.";
    throw new PlatformError("validation_failed", detail, { errors: [{ pointer: "", detail }] });
  }
  if (key !== undefined) {
    const caller = await keys.authenticate(key.trim());
    if (!caller) throw new PlatformError("api_key_invalid", undefined, { headers: challenge });
    return sessions.openWith(caller);
  }
  const user = await links.use(code!);
  if (user === undefined) throw new PlatformError("link_invalid", undefined, { headers: challenge });
  return sessions.openFor(user);
}
