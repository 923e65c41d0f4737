import fastifyStatic from "@fastify/static";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import type { HttpParts } from "../http/parts.ts";
import { comesFromElsewhere, signedIn, toSignIn } from "./pages.ts";
import { bounce } from "./views.ts";

/** The files of the dashboard, and the addresses of its pages in the notation of the router. */
export interface Dashboard {
  readonly folder: string;
  readonly paths: readonly string[];
  /** Returns the value of the header `Link` of the page at an address: what the browser will need at once. */
  linksOf?(path: string): string | undefined;
}

/** Scripts, styles and data come from the platform only, and nothing is inline. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Serves the dashboard at its own addresses. Its files have their hash in the name, so browsers keep them without asking again. */
export const dashboardPages =
  (parts: HttpParts, dashboard: Dashboard): FastifyPluginAsync =>
  async (app) => {
    const { folder, paths } = dashboard;
    app.addHook("onRoute", (route) => {
      route.config = { ...route.config, scope: "public", idempotent: false };
      route.schema = { ...route.schema, hide: true };
    });
    await app.register(fastifyStatic, {
      root: folder,
      // Only files that were there at the start have a route; nothing else is looked up on disk.
      wildcard: false,
      globIgnore: ["index.html*", "scripts.json", "sources.sha256", "**/*.br", "**/*.gz"],
      preCompressed: true,
      index: false,
      immutable: true,
      maxAge: "365d",
      setHeaders: (reply) => {
        reply.header("cross-origin-resource-policy", "same-origin");
      },
    });
    for (const path of paths)
      app.get(path, async (request, reply) => {
        // From a link of another site, a browser sends no cookie; after a reload it does.
        if (comesFromElsewhere(request)) return bounce(reply, request);
        if (!(await signedIn(parts, request))) return toSignIn(reply, request.url);
        const links = dashboard.linksOf?.(request.url.split("?")[0]!);
        if (links !== undefined) reply.header("link", links);
        return sendIndex(reply, folder);
      });
  };

function sendIndex(reply: FastifyReply, folder: string): FastifyReply {
  return reply
    .headers({
      "cache-control": "private, no-cache",
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
    })
    .sendFile("index.html", folder, { cacheControl: false });
}
