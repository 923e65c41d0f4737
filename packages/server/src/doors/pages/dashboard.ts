import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyPluginAsync } from "fastify";
import type { Dashboard, HttpParts } from "../http/parts.ts";
import { coloursOf } from "./colours.ts";
import { pageHeaders } from "./headers.ts";
import { Html, html } from "./html.ts";
import { ownAddress } from "./own-address.ts";
import { sendPacked } from "./packed.ts";
import { comesFromElsewhere, hasSession, toSignIn } from "./pages.ts";
import { bounce } from "./views.ts";

/** Scripts, styles and data come from the platform only, and no script or style is inline. */
const directives = [
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
];

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
      acceptRanges: false,
      maxAge: "365d",
      setHeaders: (reply, path) => {
        reply.header("cross-origin-resource-policy", "same-origin");
        // The only file whose name has no hash.
        if (path.endsWith("third-party-notices.txt")) reply.header("cache-control", "no-cache");
      },
    });
    const [start, end] = parted(await readFile(join(folder, "index.html"), "utf8"));
    for (const path of paths)
      app.get(path, async (request, reply) => {
        const own = ownAddress(parts.settings, request);
        if (own !== undefined) return reply.redirect(own, 303);
        // From a link of another site, a browser sends no cookie; after a reload it does.
        if (comesFromElsewhere(request)) return bounce(reply, request);
        // The page is the same for all users: a bot on another port of the host gets the cookie too.
        if (!(await hasSession(parts, request))) return toSignIn(reply, request.url);
        const files = dashboard.filesOf?.(request.url) ?? [];
        if (files.length > 0) reply.header("link", files.map(moduleLink).join(", "));
        // Not kept: without a session the address leads elsewhere.
        reply.headers({ ...pageHeaders(directives), "cache-control": "no-store" });
        const page = html`${start}${coloursOf(request)} data-time="${parts.clock.now().toISOString()}"${end}`;
        return sendPacked(request, reply.type("text/html; charset=utf-8"), page.text);
      });
  };

/** The page, parted where the colours and the time go. */
function parted(page: string): [Html, Html] {
  const colours = page.indexOf(">", page.indexOf("<html"));
  return [new Html(page.slice(0, colours)), new Html(page.slice(colours))];
}

const moduleLink = (file: string) => `</${file}>; rel=modulepreload; crossorigin`;
