import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { PlatformError } from "../../errors.ts";
import { operations } from "../../operations/index.ts";
import { perform } from "../../operations/perform.ts";
import { type Caller, requireScope } from "../../users/caller.ts";
import type { Wanted } from "../../users/device-sign-ins.ts";
import { readFormBodies } from "../http/body.ts";
import { callOf } from "../http/call.ts";
import { sessionToken, setSessionCookie } from "../http/cookie.ts";
import { callerOf } from "../http/identify.ts";
import { requireSameOrigin } from "../http/origin.ts";
import type { HttpParts } from "../http/parts.ts";
import type { RateLimits } from "../http/rate-limits.ts";
import { signIn } from "../http/session.ts";
import { bounce, decidedPage, devicePage, errorPage, homePage, safeNext, signInPage } from "./views.ts";

type Form = Record<string, string>;

/** Pages that need no script: signing in and out, and approving the sign-in of a device. */
export const pages =
  (parts: HttpParts, limits: RateLimits): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    readFormBodies(app);
    app.setErrorHandler((error, request, reply) => errorPage(error, request, reply));
    app.addHook("preHandler", async (request, reply) => {
      if (request.method !== "GET") return requireSameOrigin(parts.settings, request);
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
      const caller = await signedIn(parts, request);
      return caller ? homePage(reply, caller) : toSignIn(reply, "/");
    });
  }

  app.get<{ Querystring: Form }>("/sign-in", open, async ({ query }, reply) =>
    signInPage(reply, { code: query.code, next: safeNext(query.next) }),
  );

  app.post<{ Body: Form }>("/sign-in", open, async (request, reply) => {
    const { key, code, next } = request.body ?? {};
    try {
      const opened = await signIn(parts, request, {
        ...(key !== undefined && { key }),
        ...(code !== undefined && { code }),
      });
      return setSessionCookie(parts.settings, reply, opened).redirect(safeNext(next), 303);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      await limits.countFailure(request);
      // The link from the terminal is opened again, in the browser that it has signed in.
      if (code !== undefined && (await signedIn(parts, request))) return reply.redirect(safeNext(next), 303);
      return signInPage(reply.code(error.status), { next: safeNext(next), error });
    }
  });

  app.post("/sign-out", open, async (request, reply) => {
    const caller = await signedIn(parts, request);
    if (caller) await parts.sessions.end(caller);
    return setSessionCookie(parts.settings, reply).redirect("/sign-in", 303);
  });
}

function devices(app: FastifyInstance, parts: HttpParts): void {
  app.get<{ Querystring: Form }>("/device", open, async (request, reply) => {
    const { user_code } = request.query;
    const caller = await signedIn(parts, request);
    const here = user_code === undefined ? "/device" : `/device?user_code=${encodeURIComponent(user_code)}`;
    if (!caller) return toSignIn(reply, here);
    if (user_code === undefined) return devicePage(reply, caller);
    try {
      const wanted = await parts.devices.find(user_code);
      return devicePage(reply, caller, { wanted: { user_code, ...wanted } });
    } catch (error) {
      return askAgain(reply, caller, error);
    }
  });

  app.post<{ Body: Form }>("/device", open, async (request, reply) => {
    const caller = await signedIn(parts, request);
    if (!caller) return toSignIn(reply, "/device");
    const { user_code = "", decision } = request.body ?? {};
    const operation = decision === "approve" ? operations.approveDeviceSignIn : operations.denyDeviceSignIn;
    requireScope(caller, operation.scope);
    request.caller = caller;
    try {
      const decided = await perform(operation, parts, callOf(parts, request, reply), { user_code });
      return decidedPage(reply, (decided as Wanted).client, decision === "approve");
    } catch (error) {
      return askAgain(reply, caller, error);
    }
  });
}

/** Asks for another code if there is no sign-in with the given one. */
function askAgain(reply: FastifyReply, caller: Caller, error: unknown): FastifyReply {
  const unknown = error instanceof PlatformError && error.code === "user_code_not_found";
  if (!unknown) throw error;
  return devicePage(reply.code(error.status), caller, { error });
}

/** Returns the user of the session, if there is one. An API key in a header does not count: pages are for browsers. */
export async function signedIn(parts: HttpParts, request: FastifyRequest): Promise<Caller | undefined> {
  if (sessionToken(parts.settings, request) === undefined) return undefined;
  try {
    return await callerOf(parts, request);
  } catch (error) {
    if (error instanceof PlatformError && error.status === 401) return undefined;
    throw error;
  }
}

export function toSignIn(reply: FastifyReply, next: string): FastifyReply {
  return reply.redirect(`/sign-in?next=${encodeURIComponent(next)}`, 303);
}
