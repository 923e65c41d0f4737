import { expect, test } from "vitest";
import * as sdk from "../src/index.ts";
import { RealBot } from "./real-bot.ts";

test("the SDK exports exactly these names", () => {
  expect(Object.keys(sdk).sort()).toEqual([
    "BotyardError",
    "error",
    "errorWithData",
    "input",
    "log",
    "metric",
    "query",
    "result",
    "state",
    "stop",
    "success",
    "successWithData",
  ]);
  expect(Object.keys(sdk.input)).toEqual(["parse"]);
  expect(Object.keys(sdk.log).sort()).toEqual(["debug", "error", "info", "warn"]);
  expect(Object.keys(sdk.query).sort()).toEqual(["getConfig", "handler", "run"]);
  expect(Object.keys(sdk.state).sort()).toEqual(["clear", "delete", "exists", "get", "getAs", "list", "set"]);
  expect(Object.keys(sdk.stop).sort()).toEqual(["requested", "signal", "wait"]);
});

test("the declared type of error says that it does not return [RES-10]", () => {
  const lastPrice = (price: number | undefined): number => {
    if (price === undefined) sdk.error("no price");
    return price; // Would not compile if error could return.
  };
  expect(lastPrice(5)).toBe(5);
});

test("loading the SDK writes nothing and creates nothing [ENV-3] [ST-17]", async () => {
  const bot = new RealBot(
    'import * as sdk from "@botyard/sdk"; sdk.state.get("a"); sdk.state.list(); sdk.state.exists("a");',
  );
  expect(await bot.run({ BOT_ID: undefined, BOT_CONFIG: undefined })).toEqual({
    exitCode: 0,
    signal: null,
    stdout: "",
    stderr: "",
  });
  expect(bot.files()).toEqual(["bot.mjs", "node_modules"]);
});

test("a one-shot query does not load HTTP", async () => {
  const bot = new RealBot(`
    import { query } from "@botyard/sdk";
    query.handler("/loaded", () => process.moduleLoadList.filter((name) => /NativeModule _?http/.test(name)));
    await query.run();`);
  expect((await bot.ask("/loaded")).answer).toEqual({ status: "ok", data: [] });
});
