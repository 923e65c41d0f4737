import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { storedBytes } from "../../../repo/src/drive/test-database.ts";
import { execute } from "../store/opened.ts";
import { Browser } from "./browser.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let user: Client;
beforeAll(async () => {
  at = await openPlatform();
  user = await at.user("judy");
});
afterAll(() => at.close());

const status = "/api/v1/auth/status";

async function signedIn(key = user.key): Promise<Browser> {
  const browser = new Browser(at);
  expect((await browser.post("/api/v1/session", { body: { key } })).status).toBe(201);
  return browser;
}

test("an API key opens a session with its scopes, in a cookie that scripts and other sites do not get", async () => {
  const browser = new Browser(at);
  const opened = await browser.post("/api/v1/session", { body: { key: user.key } });
  expect(await opened.json()).toMatchObject({ user_name: "judy", role: "user" });
  const set = opened.headers.get("set-cookie");
  expect(set).toMatch(/^botyard_session=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Strict$/);
  expect(await browser.json("GET", status)).toMatchObject({
    user_name: "judy",
    signed_in_by: "session",
    key: { scopes: ["read", "deploy", "admin"] },
  });
  const token = browser.cookie!.split("=")[1]!;
  expect(browser.pageKey).toMatch(/^[\w-]{43}$/);
  const stored = await storedBytes(at.dataDir);
  for (const secret of [token, browser.pageKey!]) expect(stored.includes(secret)).toBe(false);
});

test("behind HTTPS the cookie is secure, and requests must come from the public address", async () => {
  const secure = await openPlatform({ settings: { publicUrl: "https://bots.example" } });
  try {
    const browser = new Browser(secure);
    const origin = "https://bots.example";
    const headers = { "sec-fetch-site": "same-origin" };
    const sent = { body: { key: secure.admin.key }, origin, headers };
    const opened = await browser.post("/api/v1/session", sent);
    expect(opened.headers.get("set-cookie")).toMatch(
      /^__Host-botyard=.*; Path=\/; .*; SameSite=Strict; Secure$/,
    );
    expect((await browser.get(status)).status).toBe(200);
    expect((await browser.post("/api/v1/api-keys", { body: { name: "x" }, origin, headers })).status).toBe(
      201,
    );
    expect((await browser.post("/api/v1/api-keys", { body: { name: "x" } })).status).toBe(403);
  } finally {
    await secure.close();
  }
});

test("with a cookie, a request from another origin is refused, also from another port of the same host", async () => {
  const browser = await signedIn();
  const before = (await user.get("/api-keys")).json.items.length;
  const attempts: [string, string, object][] = [
    ["POST", "/api/v1/api-keys", { body: { name: "x" }, origin: "http://127.0.0.1:1" }],
    ["POST", "/api/v1/api-keys", { body: { name: "x" }, headers: { "sec-fetch-site": "cross-site" } }],
    ["POST", "/api/v1/api-keys", { body: { name: "x" }, headers: { "sec-fetch-site": "none" } }],
    [
      "POST",
      "/api/v1/api-keys",
      { body: { name: "x" }, origin: "null", headers: { "sec-fetch-site": "same-origin" } },
    ],
    ["DELETE", "/api/v1/session", { origin: "https://evil.example" }],
    ["GET", "/api/v1/bots", { origin: "http://127.0.0.1:1" }],
  ];
  for (const [method, path, sent] of attempts) {
    expect(await browser.json(method, path, sent), `${method} ${path} ${JSON.stringify(sent)}`).toMatchObject(
      {
        status: 403,
        code: "cross_site_request",
      },
    );
  }
  // Without the headers that browsers send, a change is refused too.
  const bare = await fetch(`${at.platform.apiUrl}/api-keys`, {
    method: "POST",
    headers: { cookie: browser.cookie!, "content-type": "application/json" },
    body: '{"name":"x"}',
  });
  expect(bare.status).toBe(403);
  expect((await user.get("/api-keys")).json.items).toHaveLength(before);
  expect((await browser.post("/api/v1/api-keys", { body: { name: "mine" } })).status).toBe(201);
});

test("signing in from another site is refused", async () => {
  const browser = new Browser(at);
  const sent = { body: { key: user.key }, origin: "http://127.0.0.1:1" };
  expect((await browser.post("/api/v1/session", sent)).status).toBe(403);
  expect(browser.cookie).toBeUndefined();
});

test("a request with a key and a cookie uses the key", async () => {
  const browser = await signedIn();
  const headers = { authorization: `ApiKey ${at.admin.key}` };
  expect((await browser.json("GET", status, { headers })).user_name).toBe("admin");
  const wrong = { authorization: "ApiKey wrong" };
  expect((await browser.json("GET", status, { headers: wrong })).code).toBe("api_key_invalid");
});

test("the cookie is of no use without the page key of its session", async () => {
  const [browser, other] = [await signedIn(), await signedIn(at.admin.key)];
  const { pageKey } = browser;
  browser.pageKey = undefined;
  const refused = await browser.get(status);
  expect(refused.headers.get("www-authenticate")).toBe("ApiKey");
  expect(await refused.json()).toMatchObject({ status: 401, code: "page_key_required" });
  for (const wrong of [other.pageKey!, browser.cookie!.split("=")[1]!, pageKey!.slice(1), "x"]) {
    browser.pageKey = wrong;
    expect(await browser.json("GET", status)).toMatchObject({ status: 401, code: "session_ended" });
  }
  browser.pageKey = pageKey;
  expect((await browser.get(status)).status).toBe(200);
});

test("signing in with the cookie of another browser does not end its session", async () => {
  const browser = await signedIn();
  const thief = new Browser(at);
  for (const path of ["/sign-in", "/api/v1/session"]) {
    thief.cookie = browser.cookie;
    thief.pageKey = undefined;
    const sent = path === "/sign-in" ? { form: { key: at.admin.key } } : { body: { key: at.admin.key } };
    expect((await thief.post(path, sent)).ok, path).toBe(true);
    expect((await browser.get(status)).status, path).toBe(200);
  }
});

test("signing out ends the session and removes the cookie", async () => {
  const browser = await signedIn();
  const { cookie, pageKey } = browser;
  expect((await browser.send("DELETE", "/api/v1/session")).status).toBe(204);
  expect(browser.cookie).toBeUndefined();
  Object.assign(browser, { cookie, pageKey });
  expect(await browser.json("GET", status)).toMatchObject({
    status: 401,
    code: "session_ended",
  });
});

test("a wrong key or code opens no session", async () => {
  const browser = new Browser(at);
  const open = (body: object) => browser.json("POST", "/api/v1/session", { body });
  expect((await open({ key: "wrong" })).code).toBe("api_key_invalid");
  expect((await open({ code: "wrong" })).code).toBe("link_invalid");
  const refused = await browser.post("/api/v1/session", { body: { code: "wrong" } });
  expect(refused.headers.get("www-authenticate")).toBe("ApiKey");
  expect((await open({})).code).toBe("validation_failed");
  expect((await open({ key: user.key, code: "wrong" })).code).toBe("validation_failed");
  expect(browser.cookie).toBeUndefined();
});

/** Opens the stream as a page of `origin` does, which has this page key. */
function stream(
  { cookie, pageKey }: Pick<Browser, "cookie" | "pageKey">,
  origin: string,
  platform = at.platform,
): Promise<WebSocket | number> {
  const socket = new WebSocket(
    `${platform.apiUrl.replace("http", "ws")}/stream`,
    pageKey === undefined ? [] : ["botyard", `botyard.page-key.${pageKey}`],
    { headers: { cookie: cookie!, origin } },
  );
  return new Promise((resolve, reject) => {
    socket.once("open", () => resolve(socket));
    socket.once("unexpected-response", (request, { statusCode }) => {
      request.destroy();
      resolve(statusCode!);
    });
    socket.once("error", reject);
  });
}

test("the stream opens with a cookie from the platform's own pages only, and ends with the session", async () => {
  const browser = await signedIn();
  expect(await stream(browser, "http://127.0.0.1:1")).toBe(403);
  for (const pageKey of [undefined, "", (await signedIn()).pageKey])
    expect(await stream({ ...browser, pageKey }, at.platform.url), pageKey).toBe(401);
  const socket = (await stream(browser, at.platform.url)) as WebSocket;
  // The answer names a subprotocol, as browsers require, and not the one with the key.
  expect(socket.protocol).toBe("botyard");
  const closed = new Promise((resolve) => socket.on("close", (code) => resolve(code)));
  await browser.send("DELETE", "/api/v1/session");
  expect(await closed).toBe(1008);
});

test("revoking the key, or disabling the user, ends the sessions and what they have open", async () => {
  const bot = await user.bot("judys");
  const { id, key } = (await user.post("/api-keys", { name: "browser", scopes: ["read"] })).json;
  for (const end of [
    () => user.ask("DELETE", `/api-keys/${id}`),
    () => at.admin.post("/users/judy/disable"),
  ]) {
    const browser = await signedIn(end.toString().includes("DELETE") ? key : user.key);
    const call = browser.json("GET", `/api/v1/bots/${bot}/wait?status=failed&timeout=60`);
    const socket = (await stream(browser, at.platform.url)) as WebSocket;
    const closed = new Promise((resolve) => socket.on("close", (code) => resolve(code)));
    await end();
    expect(await closed).toBe(1008);
    expect((await call).code).toBe("session_ended");
    expect((await browser.json("GET", status)).code).toBe("session_ended");
  }
  await at.admin.post("/users/judy/enable");
});

test("a session ends after some time without use, and at its time of expiry however much it is used", async () => {
  let now = Date.now();
  const clock = { now: () => new Date(now), after: () => () => {} };
  const later = await openPlatform({ clock, settings: { sessionIdleMinutes: 60, sessionDays: 1 } });
  const open = async () => {
    const browser = new Browser(later);
    await browser.post("/api/v1/session", { body: { key: later.admin.key } });
    return browser;
  };
  try {
    const rests = await open();
    const works = await open();
    for (let minutes = 0; minutes < 24 * 60; minutes += 40) {
      expect((await works.get(status)).status, `after ${minutes} minutes`).toBe(200);
      now += 40 * 60_000;
      if (minutes === 40) expect((await rests.json("GET", status)).code).toBe("session_ended");
    }
    expect((await works.json("GET", status)).code).toBe("session_ended");
  } finally {
    await later.close();
  }
});

test("what a page does by itself is no use: its requests and its stream end with the session", async () => {
  let now = Date.now();
  const timers = new Set<() => void>();
  const clock = {
    now: () => new Date(now),
    after(_ms: number, work: () => void) {
      timers.add(work);
      return () => timers.delete(work);
    },
  };
  const later = await openPlatform({ clock, settings: { sessionIdleMinutes: 2 } });
  const open = async () => {
    const browser = new Browser(later);
    await browser.post("/api/v1/session", { body: { key: later.admin.key } });
    return browser;
  };
  const poll = async (browser: Browser, idle: number) =>
    (await browser.send("GET", status, { headers: { "botyard-idle": String(idle) } })).status;
  try {
    const rests = await open();
    const types = await open();
    const socket = (await stream(rests, later.platform.url, later.platform)) as WebSocket;
    const closed = new Promise((resolve) => socket.on("close", (code) => resolve(code)));
    for (let seconds = 10; seconds < 120; seconds += 10) {
      now += 10_000;
      expect(await poll(rests, seconds)).toBe(200);
      // A connection that is lost is opened again by the page.
      if (seconds === 90) ((await stream(rests, later.platform.url, later.platform)) as WebSocket).close();
      // The user presses a key every 30 seconds.
      expect(await poll(types, seconds % 30)).toBe(200);
    }
    now += 10_000;
    expect(await poll(rests, 120)).toBe(401);
    expect(await poll(types, 0)).toBe(200);
    for (const work of [...timers]) work();
    expect(await closed).toBe(1008);
    now += 119_000;
    expect(await poll(types, 119)).toBe(200);
  } finally {
    await later.close();
  }
});

test("the first start gives a link that signs in once; an admin creates links for others", async () => {
  expect(at.platform.signInLink).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\?code=[\w-]{43}$/);
  const browser = new Browser(at);
  const page = await browser.get(at.platform.signInLink!);
  expect(page.status).toBe(200);
  const code = new URL(at.platform.signInLink!).searchParams.get("code")!;
  // Opening the page twice, as a preview does, leaves the link usable.
  await browser.get(at.platform.signInLink!);
  const used = await browser.post("/sign-in", { form: { code, next: "/" } });
  expect([used.status, used.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await used.text()).toContain(`data-page-key="${browser.pageKey}" data-next="/"`);
  expect((await browser.json("GET", status)).user_name).toBe("admin");
  expect((await new Browser(at).post("/sign-in", { form: { code } })).status).toBe(401);

  const link = (await at.admin.post("/users/judy/sign-in-links")).json;
  const theirs = new URL(link.path, at.platform.url).searchParams.get("code")!;
  const judy = new Browser(at);
  expect((await judy.post("/api/v1/session", { body: { code: theirs } })).status).toBe(201);
  expect((await judy.json("GET", status)).user_name).toBe("judy");
});

test("a sign-in link expires, and ends when its user is disabled", async () => {
  let now = Date.now();
  const clock = { now: () => new Date(now), after: () => () => {} };
  const later = await openPlatform({ clock });
  try {
    const code = new URL(later.platform.signInLink!).searchParams.get("code")!;
    now += 15 * 60_000;
    const browser = new Browser(later);
    expect((await browser.json("POST", "/api/v1/session", { body: { code } })).code).toBe("link_invalid");
    await later.admin.post("/users", { name: "kim" });
    const { path } = (await later.admin.post("/users/kim/sign-in-links")).json;
    await later.admin.post("/users/kim/disable");
    expect((await later.admin.post("/users/kim/sign-in-links")).json.code).toBe("user_disabled");
    await later.admin.post("/users/kim/enable");
    const kims = new URL(path, later.platform.url).searchParams.get("code")!;
    expect((await browser.json("POST", "/api/v1/session", { body: { code: kims } })).code).toBe(
      "link_invalid",
    );
  } finally {
    await later.close();
  }
});

test("the log has no key, no code of a link and no secret of a session, whatever becomes of the request", async () => {
  const lines: string[] = [];
  const logged = await openPlatform({ onLog: (line) => lines.push(line) });
  try {
    const link = new URL(logged.platform.signInLink!);
    const code = link.searchParams.get("code")!;
    const browser = new Browser(logged);
    await browser.get(link.href, { headers: { "sec-fetch-site": "cross-site" } });
    const page = await browser.get(link.href);
    // The form's target is the only other place that the browser tells the address of this page.
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    expect(page.headers.get("cache-control")).toBe("no-store");
    await browser.post("/sign-in", { form: { code }, origin: "http://127.0.0.1:1" });
    await browser.post("/sign-in", { body: { code } });
    await browser.get(`/sign-in/${code}`);
    await browser.post(link.pathname + link.search, { form: { code } });
    await browser.post("/sign-in", { form: { code } });
    await browser.post("/api/v1/session", { body: { key: logged.admin.key } });
    await browser.get(`/api/v1/bots?key=${logged.admin.key}`);
    await browser.post("/device", { form: { user_code: "BBBB-BBBB" } });
    ((await stream(browser, logged.platform.url, logged.platform)) as WebSocket).close();
    await execute(logged.store, "drop table sessions");
    expect((await browser.get("/api/v1/bots")).status).toBe(500);
    expect(lines.join("")).toMatch(/no such table: sessions|relation \\"sessions\\" does not exist/);
    const token = browser.cookie!.split("=")[1]!;
    const secrets = [code, token, browser.pageKey!, logged.admin.key];
    expect(secrets.map((secret) => secret.length > 30 && lines.join("").includes(secret))).toEqual([
      ...[false, false, false, false],
    ]);
  } finally {
    await logged.close();
  }
});

test("a user has at most 100 sessions; a new one ends the oldest", async () => {
  const dana = await at.user("dana");
  const first = await signedIn(dana.key);
  const second = await signedIn(dana.key);
  for (let n = 2; n <= 100; n++) await signedIn(dana.key);
  expect((await first.json("GET", status)).code).toBe("session_ended");
  expect((await second.get(status)).status).toBe(200);
});

test("a browser that signs in again leaves no session behind", async () => {
  const browser = await signedIn();
  const { cookie, pageKey } = browser;
  await browser.post("/sign-in", { form: { key: at.admin.key } });
  expect((await browser.json("GET", status)).user_name).toBe("admin");
  Object.assign(browser, { cookie, pageKey });
  expect((await browser.json("GET", status)).code).toBe("session_ended");
});
