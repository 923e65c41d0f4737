import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyPluginAsync } from "fastify";
import type { HttpParts } from "../http/parts.ts";
import type { RateLimits } from "../http/rate-limits.ts";
import { coloursOf } from "./colours.ts";
import { type FirstRequest, firstAnswers } from "./first-answers.ts";
import { pageHeaders } from "./headers.ts";
import { Html, html } from "./html.ts";
import { sendPacked } from "./packed.ts";
import { comesFromElsewhere, signedIn, toSignIn } from "./pages.ts";
import { bounce } from "./views.ts";

/** The files of the dashboard, and the addresses of its pages in the notation of the router. */
export interface Dashboard {
  readonly folder: string;
  readonly paths: readonly string[];
  /** Returns what the page at an address needs at once: files of the folder, and what it asks for first. */
  needsOf?(address: string): { files: string[]; requests: FirstRequest[] };
}

/** Scripts, styles and data come from the platform only, and no script or style is inline. */
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
  (parts: HttpParts, limits: RateLimits, dashboard: Dashboard): FastifyPluginAsync =>
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
    const [start, head, end] = parted(await readFile(join(folder, "index.html"), "utf8"));
    for (const path of paths)
      app.get(path, async (request, reply) => {
        // From a link of another site, a browser sends no cookie; after a reload it does.
        if (comesFromElsewhere(request)) return bounce(reply, request);
        const caller = await signedIn(parts, request);
        if (!caller) return toSignIn(reply, request.url);
        request.caller = caller;
        const { files, requests } = dashboard.needsOf?.(request.url) ?? { files: [], requests: [] };
        if (files.length > 0) reply.header("link", files.map(moduleLink).join(", "));
        const answers = await firstAnswers(parts, limits, requests, [request, reply]);
        // With the answers in it, the page is of this moment and this user.
        reply.headers({ ...pageHeaders(policy), "cache-control": "no-store" });
        const page = html`${start}${coloursOf(request)}${head}${answers}${end}`;
        return sendPacked(request, reply.type("text/html; charset=utf-8"), page.text);
      });
  };

/** The page, parted where the colours and the first answers go. Its script must find both when it starts. */
function parted(page: string): [Html, Html, Html] {
  const colours = page.indexOf(">", page.indexOf("<html"));
  const answers = page.indexOf("</body>");
  return [
    new Html(page.slice(0, colours)),
    new Html(page.slice(colours, answers)),
    new Html(page.slice(answers)),
  ];
}

const moduleLink = (file: string) => `</${file}>; rel=modulepreload; crossorigin`;
