import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { PlatformError } from "../../errors/platform-error.ts";
import { operations } from "../../operations/index.ts";
import type { Operation } from "../../operations/operation.ts";
import { perform } from "../../operations/perform.ts";
import { type Caller, requireScope } from "../../users/caller.ts";
import type { Wanted } from "../../users/device-sign-ins.ts";
import { readFormBodies } from "../http/body.ts";
import { callOf } from "../http/call.ts";
import { sessionToken, setSessionCookie } from "../http/cookie.ts";
import { sessionCaller } from "../http/identify.ts";
import { requireSameOrigin } from "../http/origin.ts";
import type { HttpParts } from "../http/parts.ts";
import type { RateLimits } from "../http/rate-limits.ts";
import { signIn } from "../http/session.ts";
import { ownAddress } from "./own-address.ts";
import {
  bounce,
  decidedPage,
  devicePage,
  errorPage,
  homePage,
  safeNext,
  signedInPage,
  signedOutPage,
  signInPage,
  wantedPage,
} from "./views.ts";

type Form = Record<string, string>;

/** Signing in and out, and approving the sign-in of a device. */
export const pages =
  (parts: HttpParts, limits: RateLimits): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    readFormBodies(app);
    app.setErrorHandler((error, request, reply) => errorPage(error, request, reply));
    app.addHook("preHandler", async (request, reply) => {
      if (request.method !== "GET") return requireSameOrigin(parts.settings, request);
      const own = ownAddress(parts.settings, request);
      if (own !== undefined) return reply.redirect(own, 303);
      // From another site, a browser sends no cookie; after a reload it does.
      if (comesFromElsewhere(request)) return bounce(reply, request);
    });
    signingIn(app, parts, limits);
    devices(app, parts);
  };

const open = { config: { scope: "public", idempotent: false }, schema: { hide: true } } as const;

/** Whether a link of another site led here. */
export function comesFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}

function signingIn(app: FastifyInstance, parts: HttpParts, limits: RateLimits): void {
  // Without the dashboard, as in a platform that a program embeds.
  if (!parts.dashboard) {
    app.get("/", open, async (request, reply) => {
      return (await hasSession(parts, request)) ? homePage(reply) : toSignIn(reply, "/");
    });
  }

  app.get<{ Querystring: Form }>("/sign-in", open, async ({ query }, reply) =>
    signInPage(reply, { code: query.code, next: safeNext(query.next) }),
  );

  app.post<{ Body: Form }>("/sign-in", open, async (request, reply) => {
    const { key, code, next, page_key } = request.body ?? {};
    const given = { ...(key !== undefined && { key }), ...(code !== undefined && { code }) };
    try {
      const opened = await signIn(parts, request, given, page_key);
      return signedInPage(setSessionCookie(parts.settings, reply, opened), opened.pageKey, safeNext(next));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      await limits.countFailure(request);
      // The link from the terminal is opened again, in the browser that it has signed in.
      if (code !== undefined && (await hasSession(parts, request)))
        return reply.redirect(safeNext(next), 303);
      return signInPage(reply.code(error.status), { next: safeNext(next), error });
    }
  });

  app.post<{ Body: Form }>("/sign-out", open, async (request, reply) => {
    const caller = await signedIn(parts, request);
    if (caller) await parts.sessions.end(caller);
    return signedOutPage(setSessionCookie(parts.settings, reply));
  });
}

function devices(app: FastifyInstance, parts: HttpParts): void {
  app.get<{ Querystring: Form }>("/device", open, async (request, reply) => {
    const { user_code } = request.query;
    if (!(await hasSession(parts, request))) return toSignIn(reply, devicePath(user_code));
    return devicePage(reply, { user_code });
  });

  app.post<{ Body: Form }>("/device", open, async (request, reply) => {
    const { user_code = "", decision } = request.body ?? {};
    const caller = await signedIn(parts, request);
    if (!caller) return toSignIn(reply, devicePath(user_code));
    const operation = operationOf(decision);
    requireScope(caller, operation.scope);
    request.caller = caller;
    try {
      const found = await perform(operation, parts, callOf(parts, request, reply), { user_code });
      const wanted = found as Wanted;
      return operation === operations.getDeviceSignIn
        ? wantedPage(reply, caller, { user_code, ...wanted })
        : decidedPage(reply, wanted.client, operation === operations.approveDeviceSignIn);
    } catch (error) {
      const unknown = error instanceof PlatformError && error.code === "user_code_not_found";
      if (!unknown) throw error;
      return devicePage(reply.code(error.status), { error });
    }
  });
}

const devicePath = (userCode: string | undefined): string =>
  userCode ? `/device?user_code=${encodeURIComponent(userCode)}` : "/device";

function operationOf(decision: string | undefined): Operation {
  if (decision === "approve") return operations.approveDeviceSignIn;
  return decision === "deny" ? operations.denyDeviceSignIn : operations.getDeviceSignIn;
}

/**
 * Whether the browser has a session. That is all that a page may depend on which the browser asks for by itself: with the
 * cookie, which bots on other ports get too.
 */
export async function hasSession(parts: HttpParts, request: FastifyRequest): Promise<boolean> {
  const token = sessionToken(parts.settings, request);
  return token !== undefined && parts.sessions.exists(token);
}

/**
 * Returns the user of the session whose cookie and page key a form has sent, if there is one. An API key in a header does
 * not count: pages are for browsers.
 */
async function signedIn(
  parts: HttpParts,
  request: FastifyRequest<{ Body: Form }>,
): Promise<Caller | undefined> {
  const token = sessionToken(parts.settings, request);
  if (token === undefined) return undefined;
  try {
    return await sessionCaller(parts, request, token, request.body?.page_key);
  } catch (error) {
    if (error instanceof PlatformError && error.status === 401) return undefined;
    throw error;
  }
}

export function toSignIn(reply: FastifyReply, next: string): FastifyReply {
  return reply.redirect(`/sign-in?next=${encodeURIComponent(next)}`, 303);
}
