import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requests } from "./generated.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

/** The same requests in every run of the gate; in the thorough tier more of them, chosen at random. */
const isThorough = process.env.BOTYARD_THOROUGH === "1";
const runs = isThorough ? 10_000 : 500;

let at: TestPlatform;
let me: Client;
let known: Record<string, string>;
beforeAll(async () => {
  at = await openPlatform({ settings: { readsPerMinute: 1e9, writesPerMinute: 1e9 } });
  me = await at.user("generated", ["admin"]);
  const bot_id = await me.bot("probe");
  known = { bot_id, name: "probe", version: "1.0.0", key: "position", run_id: "run_x", id: "0123456789" };
});
afterAll(() => at.close());

test(`${runs} generated requests are answered as documented, and none makes the platform fail`, async () => {
  const all = requests(at.documented.document, known);
  await fc.assert(
    fc.asyncProperty(all, async ({ method, path, headers, body }) => {
      const answer = await me.ask(method, `${at.platform.url}${path}`, {
        headers,
        ...(body !== undefined && { raw: body }),
      });
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toMatch(/node_modules|\.ts:\d|at .*\(.*:\d+:\d+\)/);
      if (answer.status < 400 || answer.headers.get("content-type") === "application/json") return;
      const { code, detail, request_id, errors = [] } = answer.json;
      expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
      expect([typeof code, typeof detail, typeof request_id]).toEqual(["string", "string", "string"]);
      if (code === "validation_failed") expect(errors.length).toBeGreaterThan(0);
      for (const item of errors) expect(item.detail).not.toBe("");
    }),
    {
      numRuns: runs,
      ...(!isThorough && { seed: 1 }),
      interruptAfterTimeLimit: 600_000,
      markInterruptAsFailure: true,
    },
  );
  // Nothing is half-done: what is there is whole.
  for (const { bot_id } of (await me.get("/bots?limit=200")).json.items) {
    expect((await me.get(`/bots/${bot_id}`)).status).toBe(200);
  }
}, 660_000);
