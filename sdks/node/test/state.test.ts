import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import fc from "fast-check";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { state } from "../src/index.ts";
import { linesOf, RealBot } from "./real-bot.ts";

let directory: string;
const code = (code: string) => expect.objectContaining({ code });
const message = (message: string) => expect.objectContaining({ message });

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "botyard-state-"));
  vi.stubEnv("STATE_DIR", directory);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true, force: true });
  });
});

test("a value is returned as it was stored, in one JSON file per key [ST-1] [ST-8]", () => {
  const value = { max: Number.MAX_SAFE_INTEGER, tiny: 5e-324, "": null, text: "\u0000\u2028\u{1F600}" };
  state.set("BTC/usd", value);
  expect(state.get("BTC/usd")).toEqual(value);
  expect(readdirSync(directory)).toEqual(["%42%54%43%2fusd.json"]);
  expect(JSON.parse(readFileSync(join(directory, "%42%54%43%2fusd.json"), "utf8"))).toEqual(value);
});

test("an absent key gives the default or null, a stored null is null [ST-9]", () => {
  const fallback = {};
  expect(state.get("a")).toBeNull();
  expect(state.get("a", fallback)).toBe(fallback);
  state.set("a", null);
  expect(state.get("a", fallback)).toBeNull();
  expect(state.exists("a")).toBe(true);
});

test("delete returns whether the key existed, clear removes every key [ST-12] [ST-13]", () => {
  for (const key of ["\u{1F600}", "\uffff", "b", "a"]) state.set(key, 1);
  expect(state.list()).toEqual(["a", "b", "\uffff", "\u{1F600}"]);
  expect([state.delete("a"), state.delete("a"), state.exists("a")]).toEqual([true, false, false]);
  state.clear();
  expect(state.list()).toEqual([]);
});

test("files that are not keys are neither listed nor cleared [ST-4] [ST-16]", () => {
  const foreign = ["notes.txt", "A.json", ".tmp-a-0123456789abcdef"];
  for (const name of foreign) writeFileSync(join(directory, name), "x");
  mkdirSync(join(directory, "folder.json"));
  state.set("a", 1);
  expect(state.list()).toEqual(["a"]);
  expect(state.exists("folder")).toBe(false);
  expect(state.get("folder", "default")).toBe("default");
  state.clear();
  expect(readdirSync(directory).sort()).toEqual([...foreign, "folder.json"].sort());
});

test("an invalid key fails in every function [ST-3]", () => {
  for (const use of [state.get, state.delete, state.exists, (key: string) => state.set(key, 1)]) {
    expect(() => use("")).toThrow(code("state.invalid_key"));
  }
});

test("a refused value leaves the old one, and the key is checked before the value [ST-5] [ST-7]", () => {
  state.set("a", "old");
  expect(() => state.set("a", { f: () => 1 })).toThrow(code("state.invalid_value"));
  expect(() => state.set("a", "x".repeat(1 << 20))).toThrow(code("state.value_too_large"));
  expect(() => state.set("", () => 1)).toThrow(code("state.invalid_key"));
  expect(state.get("a")).toBe("old");
  expect(readdirSync(directory)).toEqual(["a.json"]);
});

test("a write that the system refuses leaves no temporary file [ST-7]", () => {
  mkdirSync(join(directory, "a.json"));
  expect(() => state.set("a", 1)).toThrow(code("state.write_failed"));
  expect(readdirSync(directory)).toEqual(["a.json"]);
  vi.stubEnv("STATE_DIR", "/proc/none");
  expect(() => state.set("a", 1)).toThrow(code("state.write_failed"));
});

test("a folder or a link with a key's file name is not a key, and delete leaves it [ST-4] [ST-12]", () => {
  mkdirSync(join(directory, "folder.json"));
  symlinkSync("nowhere", join(directory, "link.json"));
  expect([state.delete("folder"), state.delete("link"), state.list()]).toEqual([false, false, []]);
  expect(readdirSync(directory)).toEqual(["folder.json", "link.json"]);
});

test("get neither follows a link nor waits for a pipe, and set replaces them [ST-4]", async () => {
  writeFileSync(join(directory, "target"), "1");
  symlinkSync("target", join(directory, "link.json"));
  symlinkSync("loop.json", join(directory, "loop.json"));
  execFileSync("mkfifo", [join(directory, "pipe.json")]);
  const socket = createServer();
  await new Promise<void>((resolve) => socket.listen(join(directory, "socket.json"), resolve));
  for (const key of ["link", "loop", "pipe", "socket"]) {
    expect([state.get(key, "default"), state.exists(key), state.delete(key)]).toEqual([
      "default",
      false,
      false,
    ]);
    state.set(key, 2);
    expect([state.get(key), state.exists(key)]).toEqual([2, true]);
  }
  socket.close();
  expect(readFileSync(join(directory, "target"), "utf8")).toBe("1");
});

test("a failure has only the state directory and the name of the system error [ST-7] [ST-11] [ERR-2]", () => {
  mkdirSync(join(directory, "folder.json"));
  writeFileSync(join(directory, "file"), "");
  symlinkSync("nowhere", join(directory, "dangling"));
  const changing = (path: string, reason: string) => `cannot change the state in ${path}: ${reason}`;
  for (const [below, key, reason] of [
    ["", "folder", "EISDIR"],
    ["file", "a", "ENOTDIR"],
    ["file/deeper", "a", "ENOTDIR"],
    ["dangling", "a", "ENOENT"],
    ["dangling/deeper", "a", "ENOENT"],
    ["x".repeat(300), "a", "ENAMETOOLONG"],
  ] as const) {
    const path = join(directory, below);
    // A relative path is shown resolved [ENV-4].
    vi.stubEnv("STATE_DIR", relative(process.cwd(), path));
    expect(() => state.set(key, 1)).toThrow(message(changing(path, reason)));
    if (reason !== "ENOTDIR") continue;
    for (const write of [() => state.delete("a"), state.clear]) {
      expect(write).toThrow(message(changing(path, reason)));
    }
    for (const read of [() => state.get("a"), () => state.exists("a"), state.list]) {
      expect(read).toThrow(message(`cannot read the state in ${path}: ${reason}`));
    }
  }
});

test("in a removed current directory errors are still those of the contract [ERR-1]", async () => {
  const bot = new RealBot(`
    import { mkdirSync, rmdirSync } from "node:fs";
    import { metric, state, success } from "@botyard/sdk";
    mkdirSync("gone");
    process.chdir("gone");
    rmdirSync("../gone");
    const codes = [() => state.set("a", 1), () => success("done")].map((write) => {
      try { write(); } catch (error) { return error.code; }
    });
    metric("codes", { codes, absent: state.get("a") });`);
  const { stdout } = await bot.run({ CODE_MOUNT_DIR: undefined });
  expect(linesOf(stdout)).toMatchObject([
    { data: { codes: ["state.write_failed", "result.write_failed"], absent: null } },
  ]);
});

test("a corrupt file is an error until it is set or deleted [ST-10]", () => {
  for (const text of ["", '{"cash":', "1 2"]) {
    writeFileSync(join(directory, "a.json"), text);
    expect(() => state.get("a", 5)).toThrow(code("state.corrupt"));
    expect([state.exists("a"), state.list()]).toEqual([true, ["a"]]);
    state.set("a", 1);
    expect(state.get("a")).toBe(1);
  }
});

test("a state directory that is a file is an error and does not count as empty [ST-11]", () => {
  writeFileSync(join(directory, "file"), "");
  vi.stubEnv("STATE_DIR", join(directory, "file"));
  for (const read of [state.list, () => state.get("a"), () => state.exists("a")]) {
    expect(read).toThrow(code("state.read_failed"));
  }
  for (const write of [state.clear, () => state.delete("a"), () => state.set("a", 1)]) {
    expect(write).toThrow(code("state.write_failed"));
  }
});

test("set creates a missing directory with its parents, reading and clearing create nothing [ST-13] [ST-17]", () => {
  vi.stubEnv("STATE_DIR", join(directory, "deep/er"));
  expect([state.list(), state.get("a"), state.delete("a")]).toEqual([[], null, false]);
  state.clear();
  expect(readdirSync(directory)).toEqual([]);
  state.set("a", 1);
  expect(state.get("a")).toBe(1);
});

test("any sequence of writes gives the same as a map [ST-8] [ST-12]", () => {
  const key = fc.constantFrom("a", "A", "é", "../a");
  const step = fc.oneof(
    fc.record({ act: fc.constant("set" as const), key, value: fc.jsonValue() }),
    fc.record({ act: fc.constant("delete" as const), key }),
    fc.record({ act: fc.constant("clear" as const) }),
  );
  const run = fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
    state.clear();
    const model = new Map<string, unknown>();
    for (const step of steps) {
      if (step.act === "set") {
        state.set(step.key, step.value);
        model.set(step.key, JSON.parse(JSON.stringify(step.value)));
      } else if (step.act === "delete") expect(state.delete(step.key)).toBe(model.delete(step.key));
      else {
        state.clear();
        model.clear();
      }
      expect(new Map(state.list().map((name) => [name, state.get(name)]))).toEqual(model);
      expect(state.list()).toEqual(
        [...model.keys()].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
      );
    }
  });
  fc.assert(run, { numRuns: 25 });
});

test("a reader in another process sees the whole old value or the whole new one during writes [ST-6] [ST-8]", async () => {
  const writer = new RealBot(`
    import { state } from "@botyard/sdk";
    for (let i = 0; i < 200; i++) state.set("big", { i, pad: "x".repeat(100_000) });`);
  state.set("big", { i: -1 });
  let last = -1;
  let reads = 0;
  const end = writer.run({ STATE_DIR: directory });
  let over = false;
  end.then(() => {
    over = true;
  });
  while (!over) {
    const { i } = state.get<{ i: number }>("big", { i: -2 });
    expect(i).toBeGreaterThanOrEqual(last);
    last = i;
    reads++;
    await new Promise(setImmediate);
  }
  expect(await end).toMatchObject({ exitCode: 0, stderr: "" });
  expect(reads).toBeGreaterThan(10);
  expect(readdirSync(directory)).toEqual(["big.json"]);
});

test.each([{ QUERY_PATH: "/x" }, { QUERY_PORT: "9" }])(
  "with %j state is read-only, before any other check [ENV-5] [ST-14]",
  async (environment) => {
    const bot = new RealBot(`
    import { metric, state } from "@botyard/sdk";
    const codes = [() => state.set("", () => 1), () => state.delete(""), () => state.clear()].map((write) => {
      try { write(); } catch (error) { return [error.constructor.name, error.code, error.message]; }
    });
    metric("codes", { codes, value: state.get("a"), keys: state.list(), exists: state.exists("a") });`);
    state.set("a", 7);
    const { stdout } = await bot.run({ STATE_DIR: directory, ...environment });
    const refused = (operation: string) => [
      "BotyardError",
      "state.read_only",
      `state is read-only in a query process: ${operation}`,
    ];
    expect(linesOf(stdout)).toMatchObject([
      {
        data: {
          codes: [refused("set"), refused("delete"), refused("clear")],
          value: 7,
          keys: ["a"],
          exists: true,
        },
      },
    ]);
  },
);
