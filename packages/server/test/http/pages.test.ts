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
  expect(back.headers.get("location")).toBe("/device?user_code=WDJB-MJHT");
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
    expect(sent.headers.get("location"), next).toBe("/");
  }
  for (const next of [
    "/bots/bot_1/logs?q=it%27s%20(late)!&from=2026-01-01T00:00:00Z",
    "/?next=//evil.example",
  ]) {
    const sent = await new Browser(at).post("/sign-in", { form: { key: at.admin.key, next } });
    expect(sent.headers.get("location"), next).toBe(next);
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
  expect(await (await browser.get("/")).text()).toContain("<strong>admin</strong>");
  const { cookie } = browser;
  expect((await browser.post("/sign-out")).headers.get("location")).toBe("/sign-in");
  browser.cookie = cookie;
  expect((await browser.get("/")).status).toBe(303);
});

test("pages load nothing, run no script, are not framed, and escape what they show", async () => {
  const browser = await signedIn();
  const client = '<script>alert("x")</script>';
  const { user_code } = await browser.json("POST", "/api/v1/device/code", { body: { client } });
  for (const path of [
    "/",
    "/sign-in",
    "/device",
    `/device?user_code=${user_code}`,
    "/docs",
    "/device?user_code=%3Cb%3E",
  ]) {
    const page = await browser.get(path);
    const policy = page.headers.get("content-security-policy");
    expect(policy, path).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'/,
    );
    expect(page.headers.get("x-frame-options")).toBe("DENY");
    const text = await page.text();
    expect(text, path).not.toMatch(/<script|\son\w+=|style=|src=|<link|@import|url\(|<b>/i);
    expect(text.match(/https?:\/\/[^\s"<]+/g) ?? [], path).toEqual([]);
  }
  const shown = await (await browser.get(`/device?user_code=${user_code}`)).text();
  expect(shown).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;");
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
