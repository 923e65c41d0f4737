import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FirstRequest } from "../../src/doors/pages/first-answers.ts";
import { Browser } from "./browser.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

const shell = '<!doctype html><html lang="en"><body><div id="app"></div></body></html>';
const hostile = '</script><script>alert(1)</script><!--<script>"&amp;\u2028';

let folder: string;
let at: TestPlatform;
let me: Client;
let botId: string;
let mine: Browser;
/** What the page asks for first. */
let requests: FirstRequest[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "botyard-first-"));
  await writeFile(join(folder, "index.html"), shell);
  at = await openPlatform({
    settings: { readsPerMinute: 200 },
    dashboard: { folder, paths: ["/"], needsOf: () => ({ files: [], requests }) },
  });
  me = await at.user("me");
  botId = await me.bot("trader");
  const data = { note: hostile, id: JSON.rawJSON("9007199254740993") };
  const time = new Date().toISOString();
  await at.engine.storage.writeOutput([
    { botId, lines: [], metrics: [{ time, ingested_at: time, type: "<note>", data }] },
  ]);
  mine = await signedIn(me);
});
afterAll(async () => {
  await at.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  requests = [];
});

async function signedIn({ key }: Client): Promise<Browser> {
  const browser = new Browser(at);
  await browser.post("/api/v1/session", { body: { key } });
  return browser;
}

const one = (path: string, operation: FirstRequest["operation"], input = {}): FirstRequest => ({
  ...{ path: `/api/v1${path}`, operation, input },
});

const element =
  /<script type="application\/json" data-answer="([^"]*)" data-date="([^"]*)">([^<]*)<\/script>\n/g;

/** The answers in the page, by their path. Everything else in it is as in the file. */
async function answersIn(browser: Browser): Promise<Record<string, string>> {
  const page = await browser.get("/");
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text.replaceAll(element, "")).toBe(shell);
  return Object.fromEntries([...text.matchAll(element)].map(([, path, , json]) => [path, json]));
}

test("a page has the answers to its first requests, exactly as the API gives them", async () => {
  requests = [
    one("/auth/status", "getAuthStatus"),
    one(`/bots/${botId}`, "getBot", { bot_id: botId }),
    one(`/bots/${botId}/metrics?from=2026-01-01T00%3A00%3A00Z&max_points=5`, "listMetrics", {
      ...{ bot_id: botId, from: "2026-01-01T00:00:00Z", max_points: 5 },
    }),
  ];
  let found: Record<string, string> = {};
  const paths = async () => {
    found = await answersIn(mine);
    return Object.keys(found);
  };
  // On a busy machine, an answer can come too late for a page.
  await expect.poll(paths).toEqual(requests.map(({ path }) => path.replaceAll("&", "&amp;")));
  const asked = async (path: string) => (await mine.get(path)).text();
  const [status, ...others] = Object.entries(found);
  expect({ ...JSON.parse(status![1]), server_time: "" }).toEqual({
    ...JSON.parse(await asked(status![0])),
    server_time: "",
  });
  for (const [path, json] of others)
    expect(json.replaceAll("\\u003c", "<"), path).toBe(await asked(path.replaceAll("&amp;", "&")));
  expect(others[1]![1]).toContain("9007199254740993");
  expect(JSON.parse(others[1]![1]).items[0].data.note).toBe(hostile);
});

test("a page has no answers about what belongs to another user, or does not exist", async () => {
  requests = [one("/auth/status", "getAuthStatus")];
  for (const bot_id of [botId, "bot_nothing"])
    for (const operation of ["getBot", "listMetrics"] as const)
      requests.push(one(`/bots/${bot_id}/${operation}`, operation, { bot_id }));
  const other = await signedIn(await at.user("other"));
  const found = await answersIn(other);
  expect(Object.keys(found)).toEqual(["/api/v1/auth/status"]);
  expect(JSON.parse(found["/api/v1/auth/status"]!).user_name).toBe("other");
});

test("a page has no answers that the session's scopes do not allow", async () => {
  requests = [one("/auth/status", "getAuthStatus"), one("/users", "listUsers")];
  const reader = await signedIn(await at.user("reader", ["read"]));
  expect(Object.keys(await answersIn(reader))).toEqual(["/api/v1/auth/status"]);
});

test("a page does not wait for an answer that takes long", async () => {
  requests = [
    one("/auth/status", "getAuthStatus"),
    one("/wait", "waitForBot", { bot_id: botId, status: "failed", timeout: 60 }),
  ];
  expect(Object.keys(await answersIn(mine))).toEqual(["/api/v1/auth/status"]);
});

test("a page counts as its first requests do, and comes without answers when they are too many", async () => {
  const busy = await signedIn(await at.user("busy"));
  requests = Array.from({ length: 20 }, () => one("/auth/status", "getAuthStatus"));
  let answered = 1;
  for (let page = 0; page < 30 && answered > 0; page += 1)
    answered = Object.keys(await answersIn(busy)).length;
  expect(answered).toBe(0);
  expect((await busy.get("/api/v1/auth/status")).status).toBe(429);
});
