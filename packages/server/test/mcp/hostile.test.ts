import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform, type TestPlatform } from "../http/harness.ts";
import { ask, bareClient, json } from "./raw.ts";

/** The same requests in every run of the gate; in the thorough tier more of them, chosen at random. */
const runs = process.env.BOTYARD_THOROUGH === "1" ? { numRuns: 5_000 } : { numRuns: 250, seed: 1 };

let at: TestPlatform;
let botId: string;
let names: string[];
beforeAll(async () => {
  at = await openPlatform({ settings: { readsPerMinute: 1_000_000, writesPerMinute: 1_000_000 } });
  botId = await at.admin.bot("target");
  const { rpc } = bareClient(at.platform.url, at.admin.key);
  names = (await rpc("tools/list")).json.result.tools.map(({ name }: { name: string }) => name);
});
afterAll(() => at.close());

const send = (body: string) =>
  ask(at.platform.url, { headers: { ...json, "x-api-key": at.admin.key }, raw: Buffer.from(body) });

/** Values that are almost right, or not at all. */
const value = () =>
  fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      "target",
      "latest",
      "^1",
      "../../etc/passwd",
      "__proto__",
      "constructor",
      "\u0000",
      "\u202e",
      "",
    ),
    fc.constantFrom(botId, "2026-01-31", "2026-02-30..2026-03-01", -1, 0, 1e308, 2 ** 53, [], {}, null),
    fc.string({ unit: "binary", maxLength: 300 }),
  );
const parameters = [
  "bot_id",
  "config",
  "date",
  "date_range",
  "limit",
  "name",
  "version",
  "type",
  "schedule",
  "timezone",
];
const given = () =>
  fc.dictionary(fc.oneof(fc.constantFrom(...parameters), fc.string()), value(), { maxKeys: 6 });
const instance = () =>
  fc.record(
    {
      name: value(),
      type: fc.oneof(fc.constant("realtime/target"), value()),
      version: value(),
      config: value(),
      schedule: value(),
    },
    { requiredKeys: [] },
  );

test("whatever the arguments are, a tool answers with a result, and never fails itself", async () => {
  const args = fc.oneof(
    given(),
    fc.record({ bot_id: fc.oneof(fc.constant(botId), value()), config: instance() }),
    fc.record({ config: instance() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), args, async (name, found) => {
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: found },
      });
      const { status, text, json: answer } = await send(body);
      expect(status, text).toBe(200);
      // The protocol's own schema refuses some, for example arguments named __proto__.
      if (answer.error) {
        expect(answer.error.code).toBe(-32602);
        return;
      }
      expect(answer.result._meta?.["botyard/code"], text).not.toBe("internal_error");
      expect(answer.result.content[0].text).not.toBe("");
      if (answer.result.isError) expect(answer.result.content.length, text).toBe(2);
      else expect(JSON.parse(answer.result.content[0].text)).toEqual(answer.result.structuredContent);
    }),
    runs,
  );
});

test("whatever the body is, the answer is JSON-RPC with a status below 500", async () => {
  const message = fc.record(
    {
      jsonrpc: fc.oneof(fc.constant("2.0"), value()),
      id: value(),
      method: fc.oneof(
        fc.constantFrom(
          "initialize",
          "tools/call",
          "tools/list",
          "ping",
          "resources/read",
          "logging/setLevel",
        ),
        value(),
      ),
      params: fc.oneof(given(), value()),
      result: value(),
    },
    { requiredKeys: [] },
  );
  const texts = fc.oneof(
    message.map((each) => JSON.stringify(each)),
    fc.json(),
    fc.string({ unit: "binary" }),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (body) => {
      const { status, text, json: answer } = await send(body);
      expect(status, text).toBeLessThan(500);
      if (status === 202) {
        expect(text).toBe("");
        return;
      }
      expect(answer).toMatchObject({ jsonrpc: "2.0" });
      expect("result" in answer).toBe(!("error" in answer));
      if (answer.error)
        expect(answer.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
    }),
    runs,
  );
});
