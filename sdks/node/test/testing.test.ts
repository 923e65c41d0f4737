import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { error, input, log, metric, query, state, stop, success } from "../src/index.ts";
import { withBot } from "../src/testing.ts";

const at = "2026-11-28T09:30:00.123Z";

test("a bot in a test gets its config, and what it emits is there as values", async () => {
  const look = () => {
    const { botId, config } = input.parse<{ symbol: string }>();
    metric("price", { symbol: config.symbol, value: 187.5 });
    log.warn("slow");
    log.info("looked", { bot: botId });
    state.set("looks", state.get("looks", 0) + 1);
    success("looked", { looks: state.get("looks") });
  };
  await withBot({ config: { symbol: "AAPL" }, id: "mine", now: new Date(at) }, async (bot) => {
    expect(bot.result).toBeUndefined();
    expect(await bot.run(look)).toBe(0);
    const data = { symbol: "AAPL", value: 187.5 };
    expect(bot.metrics).toEqual([{ type: "price", data, timestamp: at }]);
    expect(bot.logs).toEqual([
      { level: "warn", message: "slow", timestamp: at },
      { level: "info", message: "looked", data: { bot: "mine" }, timestamp: at },
    ]);
    expect(bot.result).toEqual({ status: "success", message: "looked", data: { looks: 1 } });
  });
  await withBot({}, ({ result }) => {
    expect(result).toBeUndefined();
    expect(state.list()).toEqual([]);
  });
  expect(() => input.parse()).toThrow("BOT_ID is not set");
});

test.each([
  [0, 1],
  [60, 1],
  [61, 2],
  [180, 3],
])("a bot that waits for 60 s is asked to stop after %i s, with %i beats", async (stopAfter, beats) => {
  await withBot({ stopAfter }, async (bot) => {
    await bot.run(async () => {
      while (!(await stop.wait(0))) {
        metric("beat", {});
        await stop.wait(60);
      }
    });
    expect(bot.metrics).toHaveLength(beats);
    expect(bot.now.getTime() - Date.UTC(2026, 0)).toBe(stopAfter * 1000);
    expect(await stop.wait(Number.POSITIVE_INFINITY)).toBe(true);
  });
});

test("a test stops a bot by a call, also one that listens to the signal", async () => {
  await withBot({ stopAfter: Number.POSITIVE_INFINITY }, async (bot) => {
    expect(await stop.wait(3600)).toBe(false);
    await expect(stop.wait(Number.POSITIVE_INFINITY)).rejects.toThrow("never be asked to stop");
    const ended = bot.run(() =>
      setTimeout(60_000, undefined, { signal: stop.signal() }).catch(() => log.info("end")),
    );
    bot.stop();
    expect(await ended).toBe(0);
    expect(bot.logs.map(({ message }) => message)).toEqual(["end"]);
  });
});

test("error ends the program and not the test", async () => {
  await withBot({}, async (bot) => {
    const look = () => {
      error("no price");
      metric("price", {});
    };
    expect(await bot.run(look)).toBe(1);
    expect(bot.metrics).toEqual([]);
    expect(bot.result).toEqual({ status: "error", message: "no price" });
    expect(bot.logs).toMatchObject([{ level: "error", message: "no price" }]);
  });
});

test.each<[string, (ended: unknown) => unknown]>([
  ["a second error", (ended) => error(`failed: ${(ended as Error).message}`)],
  ["a success", () => success("went on")],
  ["a change of its state", () => state.set("looks", 2)],
  ["a log record", () => log.error("failed")],
  ["an exception of its own", () => Promise.reject(new RangeError("went on"))],
  ["a wait", () => stop.wait(60)],
  ["a question whether to stop", () => stop.requested() || metric("beat", {})],
])(
  "a program that catches error has ended, as its process would have: %s changes nothing",
  async (_, goOn) => {
    await withBot({ stopAfter: Number.POSITIVE_INFINITY }, async (bot) => {
      state.set("looks", 1);
      const look = async () => {
        try {
          error("no symbol");
        } catch (ended) {
          await goOn(ended);
          success("went on");
        }
      };
      expect(await bot.run(look)).toBe(1);
      expect(bot.result).toEqual({ status: "error", message: "no symbol" });
      expect(bot.logs.map(({ message }) => message)).toEqual(["no symbol"]);
      expect(bot.metrics).toEqual([]);
      expect(state.get("looks")).toBe(1);
      expect(bot.now).toEqual(new Date(Date.UTC(2026, 0)));
      expect(await bot.run(() => success("a new process"))).toBe(0);
      expect(bot.result).toMatchObject({ message: "a new process" });
    });
  },
);

test("what a program has left running when error ends it changes nothing and does not fail the test", async () => {
  await withBot({ stopAfter: Number.POSITIVE_INFINITY }, async (bot) => {
    let beats = 0;
    const beat = async () => {
      for (; !stop.requested(); await stop.wait(1)) metric("beat", {});
    };
    const look = async () => {
      const timer = setInterval(() => {
        metric("beat", {});
        log.info("beat");
        beats += 1;
      }, 1);
      onTestFinished(() => clearInterval(timer));
      void beat();
      await stop.wait(2);
      error("no price");
    };
    expect(await bot.run(look)).toBe(1);
    const { metrics, logs, now } = structuredClone({ metrics: bot.metrics, logs: bot.logs, now: bot.now });
    const before = beats;
    await vi.waitFor(() => expect(beats).toBeGreaterThan(before + 1));
    expect(bot.metrics).toEqual(metrics);
    expect(bot.now).toEqual(now);
    expect(bot.logs).toEqual(logs);
  });
});

test("what a program throws reaches the test", async () => {
  const fail = () => Promise.reject(new RangeError("no such symbol"));
  await expect(withBot({}, (bot) => bot.run(fail))).rejects.toThrow("no such symbol");
});

test("handlers are asked and cannot change the state", async () => {
  query.handler("/shares", (request) => state.get("shares", 0) * request.getInteger("times", 1)!);
  query.handler("/sell", async () => {
    await setTimeout(1);
    state.set("shares", 0);
  });
  await withBot({}, async (bot) => {
    state.set("shares", 10);
    expect(await bot.ask("/shares", { times: "3" })).toEqual({ status: "ok", data: 30 });
    expect(await bot.ask("/shares", { times: "x" })).toMatchObject({ code: "query.invalid_param" });
    expect(bot.logs).toEqual([]);
    expect(await bot.ask("/sell")).toMatchObject({ code: "query.handler_failed" });
    expect(bot.logs).toMatchObject([{ level: "error", data: { type: "BotyardError", path: "/sell" } }]);
    expect(await bot.ask("/buy")).toMatchObject({ code: "query.unknown_path" });
    state.set("shares", 11);
  });
});

test("a file is run as a program each time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "botyard-testing-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const sdk = JSON.stringify(join(import.meta.dirname, "..", "src", "index.ts"));
  const program = `import { metric, query } from ${sdk}; metric("beat", {}); query.handler("/one", () => 1); await query.run();`;
  writeFileSync(join(folder, "query.mjs"), program);
  await withBot({}, async (bot) => {
    for (const times of [1, 2]) {
      expect(await bot.run(join(folder, "query.mjs"))).toBe(0);
      expect(bot.metrics).toHaveLength(times);
      expect(await bot.ask("/one")).toEqual({ status: "ok", data: 1 });
    }
  });
});

test("a program in CommonJS is run each time, by its path or by its function", () => {
  const folder = mkdtempSync(join(tmpdir(), "botyard-testing-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const room = JSON.stringify(join(import.meta.dirname, "..", "src", "testing.ts"));
  write("bot.cjs", 'console.log("loaded"); exports.main = async () => { await null; console.log("ran"); };');
  write(
    "bot.test.cjs",
    `const { withBot } = require(${room});
    withBot({}, async (bot) => {
      for (const _ of [1, 2]) await bot.run(require.resolve("./bot.cjs"));
      await bot.run(require("./bot.cjs").main);
      console.log("returned");
    });`,
  );
  // Vitest loads modules in its own way.
  const { stdout, stderr } = spawnSync(process.execPath, ["bot.test.cjs"], { cwd: folder, encoding: "utf8" });
  expect(stdout.split("\n"), stderr).toEqual(["loaded", "loaded", "ran", "returned", ""]);
});

test("tests that run at once do not meet", async () => {
  const one = (number: number) =>
    withBot({ config: { number }, stopAfter: 5 }, async (bot) => {
      query.handler("/number", () => number);
      await bot.run(async () => {
        while (!stop.requested()) {
          metric("number", input.parse().config);
          state.set("number", input.parse().config.number);
          await stop.wait(1);
          await setTimeout(1);
        }
      });
      expect(bot.metrics.map(({ data }) => data)).toEqual(Array(5).fill({ number }));
      expect(state.get("number")).toBe(number);
      expect(await bot.ask("/number")).toEqual({ status: "ok", data: number });
    });
  await Promise.all(Array.from({ length: 8 }, (_, number) => one(number)));
});
