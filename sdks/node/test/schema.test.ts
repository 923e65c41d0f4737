import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { input, query, type Schema, state } from "../src/index.ts";
import { RealBot } from "./real-bot.ts";

const libraries: [name: string, schema: Schema<{ symbol: string; shares: number; side?: "buy" | "sell" }>][] =
  [
    ["zod", z.object({ symbol: z.string(), shares: z.int(), side: z.enum(["buy", "sell"]).exactOptional() })],
    [
      "valibot",
      v.object({
        symbol: v.string(),
        shares: v.pipe(v.number(), v.integer()),
        side: v.exactOptional(v.picklist(["buy", "sell"])),
      }),
    ],
    ["arktype", type({ symbol: "string", shares: "number.integer", "side?": "'buy'|'sell'" })],
  ];

describe.each(libraries)("a schema of %s", (_, schema) => {
  const parsed = (config: object) => {
    process.env.BOT_ID = "b-1";
    process.env.BOT_CONFIG = JSON.stringify(config);
    return input.parse(schema).config;
  };

  test("reads a config that fits", () => {
    const config = parsed({ symbol: "AAPL", shares: 5, side: "buy" });
    expectTypeOf(config.symbol).toBeString();
    expect(config).toEqual({ symbol: "AAPL", shares: 5, side: "buy" });
  });

  test.each([
    [{ symbol: "AAPL", shares: 1.5 }, /: shares (must be an integer, got a number|does not fit: .*)$/],
    [
      { symbol: "AAPL", shares: "s3cret" },
      /: shares (must be (a number|an integer), got a string|does not fit.*)$/,
    ],
    [{ symbol: "AAPL" }, /: shares is missing$/],
    [{ symbol: null, shares: 1 }, /: symbol must be a string, got null$/],
    [
      { symbol: "AAPL", shares: 1, side: "s3cret" },
      /: side (must be one of .*, got a string|does not fit.*)$/,
    ],
  ])("refuses the config %j by its path and without its value [IN-6]", (config, message) => {
    expect(() => parsed(config)).toThrow(expect.objectContaining({ code: "input.wrong_type" }));
    expect(() => parsed(config)).toThrow(message);
    expect(() => parsed(config)).not.toThrow(/s3cret/);
  });
});

test("queries read their parameters by a schema, and the state [Q-52] [ST-22]", async () => {
  expectTypeOf(state.getAs("k", z.object({ n: z.number() }))).toEqualTypeOf<{ n: number } | null>();
  expectTypeOf(query.handler).toBeFunction();
  const bot = new RealBot(`
    import { query, state } from "@botyard/sdk";
    const limits = { "~standard": { version: 1, vendor: "own", validate: ({ limit }) =>
      typeof limit === "number" ? { value: { limit } } : { issues: [{ message: "no number", path: ["limit"] }] } } };
    query.handler("/q", (request) => request.paramsAs(limits));
    await query.run();`);
  expect((await bot.ask("/q", '{"limit":"5"}')).answer).toEqual({ status: "ok", data: { limit: 5 } });
  expect((await bot.ask("/q", "{}")).answer).toMatchObject({
    code: "query.invalid_param",
    error: 'parameter "limit" must be valid (no number), got nothing',
  });
});
