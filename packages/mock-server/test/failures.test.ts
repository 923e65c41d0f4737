import { expect, test } from "vitest";
import { mock } from "./mock.ts";

test("a failure has a code of the error table, and ends after its times", async () => {
  const { get } = await mock({
    failures: [
      { operation: "listBots", code: "rate_limited", headers: { "retry-after": "7" }, after: 1, times: 2 },
    ],
  });
  const answers = [];
  for (let n = 0; n < 4; n++) answers.push(await get("/bots"));
  expect(answers.map(({ status }) => status)).toEqual([200, 429, 429, 200]);
  expect(answers[1]!.json).toMatchObject({ code: "rate_limited", title: "Too many requests" });
  expect(answers[1]!.headers.get("retry-after")).toBe("7");
  expect((await get("/custom-bots")).status).toBe(200);
});

test("any answer can be given, such as the error page of a proxy", async () => {
  const { platform } = await mock();
  const end = platform.fail({ status: 502, headers: { "content-type": "text/html" }, body: "<html>" });
  const response = await platform.fetch(`${platform.apiUrl}/bots`);
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    502,
    "text/html",
    "<html>",
  ]);
  end();
  expect((await platform.fetch(`${platform.apiUrl}/bots`)).status).toBe(401);
});

test("a connection that is cut rejects like fetch", async () => {
  const { platform, get } = await mock({ failures: [{ cut: true, times: 2 }] });
  await expect(get("/bots")).rejects.toThrow("fetch failed");
  await platform.listen();
  await expect(fetch(`${platform.apiUrl}/bots`)).rejects.toThrow("fetch failed");
  expect((await get("/bots")).status).toBe(200);
});

test("a failure can be for one bot, by its name", async () => {
  const { get } = await mock({
    bots: [
      { name: "a", bot_id: "bot_a" },
      { name: "b", bot_id: "bot_b" },
    ],
    failures: [{ bot: "b", code: "internal_error" }],
  });
  expect([(await get("/bots/bot_a")).status, (await get("/bots/bot_b")).status]).toEqual([200, 500]);
});

test("a delay ends when the clock is moved, and the request is then answered as usual", async () => {
  const { platform, get } = await mock({ now: "2026-01-01T00:00:00Z", failures: [{ delay_ms: 3_600_000 }] });
  let answered = false;
  const asked = get("/bots").finally(() => {
    answered = true;
  });
  while (platform.requests.length === 0) await new Promise(setImmediate);
  await platform.clock.advance(3_599_000);
  expect(answered).toBe(false);
  await platform.clock.advance(1_000);
  expect((await asked).status).toBe(200);
});

test("requests are recorded with operation, caller, input and outcome, but without keys", async () => {
  const { platform, ask } = await mock({ bots: [{ name: "a", bot_id: "bot_a" }] });
  await ask("PATCH", "/bots/bot_a", { config: { n: 1 } });
  await ask("GET", "/bots?limit=2&status=running", undefined, "wrong");
  await ask("POST", "/bots", { name: "x" });
  const [patched, refused, invalid] = platform.requests;
  expect(patched).toMatchObject({
    ...{ method: "PATCH", path: "/api/v1/bots/bot_a", operation: "patchBot", status: 200 },
    caller: { user: "admin" },
    input: { bot_id: "bot_a", config: { config: { n: 1 } } },
  });
  expect(refused).toMatchObject({ operation: "listBots", status: 401, code: "api_key_invalid" });
  expect(refused).not.toHaveProperty("input");
  expect(invalid).toMatchObject({ operation: "createBot", status: 422, code: "version_required" });
  expect(JSON.stringify(platform.requests)).not.toContain(platform.key);
  platform.clearRequests();
  expect(platform.requests).toEqual([]);
});
