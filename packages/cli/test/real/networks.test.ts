import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exitCodes } from "../../src/exit-codes.ts";
import { type Served, serve } from "./served.ts";

let on: Served;
beforeAll(async () => {
  on = await serve();
  const folder = join(on.dir, "trader");
  mkdirSync(folder);
  const files = {
    "bot-config.yaml": [
      ...[
        "name: trader",
        "version: 1.0.0",
        "type: realtime",
        "runtime: nodejs24",
        "entrypoints:",
        "  bot: bot.mjs",
      ],
      ...["schema:", "  bot: bot-schema.json", 'network: { hosts: ["api.exchange.com", "*.feed.com"] }', ""],
    ].join("\n"),
    "bot-schema.json": '{"type":"object"}',
    "bot.mjs": "setInterval(() => {}, 1000);",
    "instance.json": '{"name":"trader","type":"realtime/trader","version":"1.0.0","config":{}}',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const words of [
    ["custom-bot", "deploy"],
    ["bot", "deploy", "instance.json"],
  ]) {
    const { code, stderr } = await on.platform(words, { cwd: folder });
    if (code !== 0) throw new Error(stderr);
  }
});
afterAll(() => on?.close());

const network = (...words: string[]) => on.platform(["network", ...words]);
const says = async (...words: string[]) => (await network(...words)).stdout.trim();
const cutOf = async () => (await on.json(["network", "show", "trader"])).cut;

test("a bot is cut off from a host, from all that a pattern covers and from everything, and connected again", async ({
  skip,
}) => {
  const { enforced, detail } = await on.json(["network", "show", "trader"]);
  skip(!enforced, detail);
  expect(await says("cut", "trader", "--host", "*.feed.com")).toBe("trader is cut off from *.feed.com.");
  expect(await cutOf()).toEqual(["*.feed.com"]);
  expect(await says("cut", "trader")).toBe("trader is cut off from everything.");
  expect(await cutOf()).toBe("all");
  expect(await says("restore", "trader")).toBe("trader may connect again.");
  expect(await cutOf()).toEqual([]);
  expect(await says("cut", "--all", "--host", "api.exchange.com")).toBe(
    "All bots that have a network of their own are cut off from api.exchange.com.",
  );
  expect(await says("restore", "trader")).toMatch(
    /^trader is still cut off from api\.exchange\.com, for all bots of its user by admin, 20/,
  );
  await says("restore", "--all");
  expect(await cutOf()).toEqual([]);
  const { code, stderr } = await network("cut", "trader", "--host", "api.exchagne.com");
  expect({ code, stderr }).toEqual({
    code: exitCodes.invalid,
    stderr: expect.stringContaining('The network of "trader" does not list "api.exchagne.com".'),
  });
  expect(stderr).toContain("at /host: Write it as the network of the bot has it, without a port.");
});

test("of a bot that has connected to nothing, the list to paste has nothing", async () => {
  const { enforced } = await on.json(["network", "show", "trader"]);
  expect(await says("observe", "trader")).toBe(enforced ? "network: none" : "");
});

test("a bot is given a narrower network, runs with it, and has that of its custom bot again", async () => {
  const shown = async () => {
    const { network: allowed, source } = await on.json(["network", "show", "trader"]);
    return { allowed, source };
  };
  const update = (network: string) => on.json(["bot", "update", "trader", "--network", network]);
  const { revision, running_revision } = await update("api.exchange.com");
  expect(running_revision).toBe(revision);
  expect(await shown()).toEqual({ allowed: { hosts: ["api.exchange.com"] }, source: "instance" });
  await update("default");
  expect(await shown()).toEqual({
    allowed: { hosts: ["api.exchange.com", "*.feed.com"] },
    source: "custom_bot",
  });
});
