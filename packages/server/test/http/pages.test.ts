import { hash } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "./browser.ts";
import { openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform();
});
afterAll(() => at.close());

async function signedIn(): Promise<Browser> {
  const browser = new Browser(at);
  await browser.post("/sign-in", { form: { key: at.admin.key } });
  return browser;
}

/** Where the page leads that hands the page key over. */
async function nextIn(page: Response): Promise<string> {
  const [, next = ""] = /data-next="([^"]*)"/.exec(await page.text()) ?? [];
  return next.replaceAll("&amp;", "&").replaceAll("&#39;", "'");
}

test("a page leads to the sign-in page and back, never to another site", async () => {
  const browser = new Browser(at);
  const away = await browser.get("/device?user_code=WDJB-MJHT");
  expect([away.status, away.headers.get("location")]).toEqual([
    303,
    "/sign-in?next=%2Fdevice%3Fuser_code%3DWDJB-MJHT",
  ]);
  const form = await (await browser.get(away.headers.get("location")!)).text();
  expect(form).toContain('name="next" value="/device?user_code=WDJB-MJHT"');
  const back = await browser.post("/sign-in", {
    form: { key: at.admin.key, next: "/device?user_code=WDJB-MJHT" },
  });
  expect(await nextIn(back)).toBe("/device?user_code=WDJB-MJHT");
  for (const next of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "\\\\evil.example",
    "/a/..//evil.example",
    "javascript:alert(1)",
    "evil.example",
    "@evil.example",
    `/?q=${"x".repeat(2000)}`,
  ]) {
    const sent = await new Browser(at).post("/sign-in", { form: { key: at.admin.key, next } });
    expect(await nextIn(sent), next).toBe("/");
  }
  for (const next of [
    "/bots/bot_1/logs?q=it%27s%20(late)!&from=2026-01-01T00:00:00Z",
    "/?next=//evil.example",
  ]) {
    const sent = await new Browser(at).post("/sign-in", { form: { key: at.admin.key, next } });
    expect(await nextIn(sent), next).toBe(next);
  }
});

test("a wrong key is reported on the page, and forms from other sites are refused", async () => {
  const wrong = await new Browser(at).post("/sign-in", { form: { key: "wrong" } });
  expect(wrong.status).toBe(401);
  expect(await wrong.text()).toContain("API key is invalid");
  const browser = new Browser(at);
  const sent = await browser.post("/sign-in", { form: { key: at.admin.key }, origin: "http://127.0.0.1:1" });
  expect(sent.status).toBe(403);
  expect(browser.cookie).toBeUndefined();
  const json = await browser.post("/sign-in", { body: { key: at.admin.key } });
  expect(json.status).toBe(415);
});

test("signing out on the home page ends the session", async () => {
  const browser = await signedIn();
  expect(await (await browser.open("/")).text()).toContain("You are signed in.");
  const { cookie } = browser;
  const out = await browser.post("/sign-out", { form: {} });
  expect(await out.text()).toContain('data-page-key="" data-next="/sign-in"');
  expect(browser.cookie).toBeUndefined();
  browser.cookie = cookie;
  expect((await browser.open("/")).status).toBe(303);
});

test("a browser that has lost the page key is led to sign in again, and can remove its cookie", async () => {
  const browser = await signedIn();
  const { cookie, pageKey } = browser;
  browser.pageKey = undefined;
  const again = await browser.post("/device", { form: { user_code: "WDJB-MJHT" } });
  expect([again.status, again.headers.get("location")]).toEqual([
    303,
    "/sign-in?next=%2Fdevice%3Fuser_code%3DWDJB-MJHT",
  ]);
  // The sign-in page does not lead back by itself: there is no loop.
  expect((await browser.open(again.headers.get("location")!)).status).toBe(200);
  expect((await browser.post("/sign-out", { form: {} })).status).toBe(200);
  expect(browser.cookie).toBeUndefined();
  // Only the browser with the page key could have ended the session.
  Object.assign(browser, { cookie, pageKey });
  expect((await browser.get("/api/v1/auth/status")).status).toBe(200);
});

test("pages load nothing, run one script at most, are not framed, and escape what they show", async () => {
  const browser = await signedIn();
  const client = '<script>alert("x")</script>';
  const { user_code } = await browser.json("POST", "/api/v1/device/code", { body: { client } });
  const asked = (form: Record<string, string>) => browser.post("/device", { form });
  const shown = await asked({ user_code });
  const pages: [string, Response][] = [
    ["wanted", shown.clone()],
    ["unknown code", await asked({ user_code: "<b>" })],
    ["decided", await asked({ user_code, decision: "deny" })],
    ["signed in", await new Browser(at).post("/sign-in", { form: { key: at.admin.key } })],
    ["signed out", await new Browser(at).post("/sign-out", { form: {} })],
  ];
  for (const path of ["/", "/sign-in", "/device", "/docs", "/device?user_code=%3Cb%3E"])
    pages.push([path, await browser.open(path)]);
  const scripts = new Set<string>();
  for (const [name, page] of pages) {
    const policy = page.headers.get("content-security-policy")!;
    expect(policy, name).toMatch(
      /^default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; style-src 'sha256-[^']+'(;|$)/,
    );
    expect(page.headers.get("x-frame-options")).toBe("DENY");
    let text = await page.text();
    const script = /<script>(.*?)<\/script>/s.exec(text)?.[1];
    const allowed = script === undefined ? [] : [`'sha256-${hash("sha256", script, "base64")}'`];
    expect(/script-src (.*?);/.exec(policy)?.slice(1) ?? [], name).toEqual(allowed);
    if (script !== undefined) {
      expect(policy, name).toContain("require-trusted-types-for 'script'");
      scripts.add(script);
      text = text.replace(script, "").replace("<script></script>", "");
    }
    expect(text, name).not.toMatch(/<script|\son\w+=|style=|src=|<link|@import|url\(|<b>/i);
    expect(text.match(/https?:\/\/[^\s"<]+/g) ?? [], name).toEqual([]);
  }
  expect([...scripts]).toHaveLength(1);
  expect(await shown.text()).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;");
});

test("a page that is opened by the name localhost is opened by the address that the platform listens on", async () => {
  const { port } = at.platform;
  const open = (host: string, path: string) =>
    new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, path, headers: { host } }, (answer) => {
        answer.resume();
        resolve([answer.statusCode, answer.headers.location]);
      });
      sent.on("error", reject).end();
    });
  for (const path of ["/", "/sign-in?next=%2Fdevice", "/device?user_code=WDJB-MJHT"])
    for (const name of ["localhost", "LocalHost", "localhost.", "bots.localhost"])
      expect(await open(`${name}:${port}`, path), name).toEqual([303, `http://127.0.0.1:${port}${path}`]);
  // Through a tunnel, the port is another one.
  expect(await open("localhost:8080", "/sign-in")).toEqual([303, "http://127.0.0.1:8080/sign-in"]);
  for (const name of [`127.0.0.1:${port}`, "localhost.example", "notlocalhost"])
    expect(await open(name, "/sign-in"), name).toEqual([200, undefined]);
  const elsewhere = await openPlatform({ settings: { publicUrl: "http://localhost:7070" } });
  const page = await fetch(`${elsewhere.platform.url}/sign-in`, { headers: { host: "localhost:7070" } });
  expect(page.status).toBe(200);
  await elsewhere.close();
});

test("a page that is opened from another site is reloaded, because browsers send it no cookie", async () => {
  const page = await new Browser(at).get("/device", { headers: { "sec-fetch-site": "cross-site" } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<meta http-equiv="refresh" content="0;url=/device">');
});

test("the reference describes every operation and every schema of the OpenAPI document", async () => {
  const page = await (await fetch(`${at.platform.url}/docs`)).text();
  const { paths, components } = at.documented.document as unknown as {
    paths: Record<string, Record<string, { operationId: string; summary: string }>>;
    components: { schemas: object };
  };
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((each) => each.operationId),
  );
  expect(ids.length).toBeGreaterThan(40);
  for (const id of ids) expect(page).toContain(`<section id="${id}">`);
  for (const name of Object.keys(components.schemas)) expect(page).toContain(`<section id="schema-${name}">`);
  // Every link within the page has its target.
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
});
