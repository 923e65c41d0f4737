import { afterAll, expect, test } from "vitest";
import { openPlatform } from "../../../server/test/http/harness.ts";
import { createMockPlatform } from "../../src/index.ts";

const base = Date.parse("2026-03-10T00:00:00.000Z");
const at = (ms: number) => new Date(base + ms).toISOString();

/** Several types and symbols with gaps, equal times and values, and times that are out of order. */
const metrics = Array.from({ length: 5_000 }, (_, n) => {
  const type = n % 11 === 0 ? "signal" : n % 3 === 0 ? "price" : "ä";
  const time = at(n * 60 + (n > 3_000 ? 1e7 : 0) - (n % 17 === 0 ? 5_000 : 0));
  const value = Math.round(1_000 * Math.sin(n / 90)) / 10 + (n === 2_222 ? 1e6 : 0);
  const symbol = ["AAPL", "BTC", "DOGE"][n % 7];
  const moment = n % 5 === 0 && { time: at(n * 60 - 30_000) };
  return {
    type,
    time,
    data: { value, ...(symbol && { symbol }), ...(n % 2 && { average: n % 40 }), ...moment },
  };
});

test("the mock keeps the same metrics as the server", async () => {
  const server = await openPlatform({ settings: { readsPerMinute: 1e6 } });
  afterAll(() => server.close());
  const bot = await server.admin.bot("alpha");
  const stored = metrics.map((metric) => ({ ...metric, ingested_at: at(0) }));
  await server.engine.storage.writeOutput([{ botId: bot, lines: [], metrics: stored }]);
  const mock = await createMockPlatform({
    now: at(1e9),
    bots: [{ name: "alpha", bot_id: "bot_a", metrics }],
  });
  afterAll(() => mock.close());
  const headers = { authorization: `ApiKey ${mock.key}` };
  for (const query of [
    "max_points=10000",
    "max_points=4000",
    "max_points=900",
    "max_points=60",
    "max_points=3",
    "type=price&max_points=400",
    `type=ä&max_points=100&from=${at(50_000)}&to=${at(250_000)}`,
    "after=1234&max_points=200",
    `after=1234&max_points=20&type=signal&to=${at(250_000)}`,
  ]) {
    const expected = (await server.admin.get(`/bots/${bot}/metrics?${query}`)).json;
    const found = await (await mock.fetch(`${mock.apiUrl}/bots/bot_a/metrics?${query}`, { headers })).json();
    expect(expected.items.length, query).toBeGreaterThan(0);
    expect(found, query).toEqual({
      ...expected,
      items: expected.items.map((item: object) => ({ ...item, bot_id: "bot_a" })),
    });
  }
});
