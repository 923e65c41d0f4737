import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDashboard } from "../../repo/src/build/dashboard.ts";
import type { TestPlatform } from "../../repo/src/drive/platform.ts";
import { paths } from "../paths.js";
import { signInLink, startPlatform } from "./support/real.ts";

let platform: TestPlatform;
let cookie: string;
beforeAll(async () => {
  await buildDashboard();
  platform = await startPlatform();
  const link = new URL(await signInLink(platform));
  const answer = await fetch(`${platform.url}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: platform.url, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(link.searchParams),
  });
  cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(cookie).toMatch(/^\S+=\S+$/);
});
afterAll(() => platform?.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(platform.url + path, { redirect: "manual", headers: { cookie, ...headers } });
const example = (path: string) => path.replace(/:\w+/g, "some-value");
const assets = async () =>
  [...(await (await get("/")).text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);

test("the page allows its own files only, and nothing inline", async () => {
  const { headers } = await get("/");
  const policy = headers.get("content-security-policy")!.split("; ").sort();
  expect(policy).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self'",
    "require-trusted-types-for 'script'",
    "script-src 'self'",
    "style-src 'self'",
  ]);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
  });
});

test("a page names the files of its view, so that the browser asks for all at once", async () => {
  const link = async (path: string, headers = {}) => (await get(path, headers)).headers.get("link") ?? "";
  const filesOf = (header: string) =>
    [...header.matchAll(/<(\/assets\/[^>]+)>; rel=modulepreload; crossorigin(?:, |$)/g)].map(
      ([, file]) => file!,
    );
  const logs = filesOf(await link("/bots/bot_1/logs"));
  const named = (files: string[]) => files.map((file) => file.replace(/-[\w-]{8}\.js$/, "")).sort();
  expect(named(logs)).toEqual(["/assets/logs-tab", "/assets/shared"]);
  expect(named(filesOf(await link("/")))).toEqual(["/assets/bots-page", "/assets/shared"]);
  for (const file of logs) expect((await get(file)).status, file).toBe(200);
  // The main script has it.
  expect(await link("/bots/bot_1/metrics")).toBe("");
  // What is not the id of a bot must not get into the header.
  expect(await link("/bots/%3E;rel=x,%3C/logs")).toBe("");
  expect(await link("/bots/bot_1/logs", { cookie: "" })).toBe("");
});

test("a browser keeps no page, and keeps its files without asking again", async () => {
  expect((await get("/")).headers.get("cache-control")).toBe("no-store");
  const files = await assets();
  expect(files.length).toBeGreaterThan(2);
  for (const path of files) {
    const { status, headers } = await get(path);
    expect(status, path).toBe(200);
    expect(headers.get("cache-control"), path).toBe("public, max-age=31536000, immutable");
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("set-cookie"), path).toBeNull();
  }
});

test("the page and its files are sent compressed as the browser accepts", async () => {
  for (const path of ["/", ...(await assets())])
    for (const encoding of ["br", "gzip"]) {
      const { headers } = await get(path, { "accept-encoding": encoding });
      expect(headers.get("content-encoding"), path).toBe(encoding);
      expect(headers.get("vary")?.toLowerCase(), path).toContain("accept-encoding");
    }
});

test("every address of the dashboard shows it, and nobody who is not signed in", async () => {
  const shellOf = async (page: Response) => (await page.text()).replace(/ data-time="[^"]*"/, "");
  const page = await shellOf(await get("/"));
  for (const path of paths.map(example)) {
    const shown = await get(`${path}?from=here`);
    expect([shown.status, await shellOf(shown)], path).toEqual([200, page]);
    const refused = await get(path, { cookie: "" });
    expect([refused.status, refused.headers.get("location")], path).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(path)}`,
    ]);
  }
});

test("other addresses are not the dashboard", async () => {
  const others = [
    ...["/api", "/api/", "/api/v1", "/api/v1/nothing", "/mcp/nothing", "/.well-known/nothing", "/nothing"],
    ...[
      "/bots",
      "/bots/a/logs/more",
      "/index.html",
      "/index.html.br",
      "/sources.sha256",
      "/scripts.json",
      "/assets",
      "/assets/",
      "/assets/nothing.js",
    ],
    ...["/assets/..%2findex.html", "/assets/..%2f..%2fpackage.json", "/%2e%2e/package.json"],
  ];
  for (const path of others) {
    const answer = await get(path);
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.status, path).toBeLessThan(500);
    expect(await answer.text(), path).not.toContain('id="app"');
  }
  // These exist, and are for programs.
  for (const path of ["/mcp", "/.well-known/oauth-protected-resource"])
    expect(await (await get(path)).text(), path).not.toContain('id="app"');
});

test("the licences of the software in the scripts can be read without signing in, and are asked for again after an update", async () => {
  const answer = await fetch(`${platform.url}/third-party-notices.txt`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  expect(await answer.text()).toMatch(/^## preact - [\s\S]*Permission is hereby granted/m);
});
