import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customBot } from "../apply/files.ts";
import { says, start } from "../platform.ts";
import { type Served, serve } from "./served.ts";

let on: Served;
let live: string;
const realtime = "setInterval(() => {}, 1000);\n";
const count = 100;

beforeAll(async () => {
  on = await serve();
  live = join(on.dir, "live");
  const files: Record<string, string> = {
    ...customBot("momentum", "1.0.0"),
    ...customBot("watcher", "1.0.0"),
    "watcher/bot.mjs": realtime,
    "timed.json": JSON.stringify(Array.from({ length: count - 2 }, (_, at) => timed(`timed ${at}`))),
    "watch.yaml": watching("watch"),
    "still.yaml": watching("still", "desired: stopped\n"),
  };
  files["watcher/bot-config.yaml"] = files["watcher/bot-config.yaml"]!.replace("scheduled", "realtime");
  for (const [path, text] of Object.entries(files)) write(path, text);
});
afterAll(() => on?.close());

const timed = (name: string, config = {}) => ({
  ...{ name, type: "scheduled/momentum", version: "^1.0.0", schedule: "0 0 1 1 *", config },
});
const watching = (name: string, more = "") =>
  `name: ${name}\ntype: realtime/watcher\nversion: "1.0.0"\n${more}config: {}\n`;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(live, path)), { recursive: true });
  writeFileSync(join(live, path), text);
}
const apply = (...args: string[]) => on.platform(["apply", "-f", "live", ...args], { cwd: on.dir });
const bots = async () => (await on.json(["bot", "list"])).items;

test("an apply that is killed is finished by the next one, and the third changes nothing", async () => {
  const first = start(["apply", "-f", "live", "--yes"], { cwd: on.dir, env: on.env });
  const killed = new Promise((resolve) => first.once("close", resolve));
  await says(first, "stdout", /Created timed 20\./);
  first.kill("SIGKILL");
  await killed;
  const before = (await bots()).length;
  expect(before).toBeGreaterThanOrEqual(21);
  expect(before).toBeLessThan(count);
  const second = await apply("--yes", "--json");
  expect(second.code, second.stderr).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({ applied: true, differences: count - before });
  const all = await bots();
  expect(all).toHaveLength(count);
  expect(all.filter(({ revision }: { revision: number }) => revision !== 1)).toEqual([]);
  const third = await apply("--yes");
  expect([third.code, third.stdout], third.stderr).toEqual([0, `No changes: ${count} bots unchanged.\n`]);
  expect(await bots()).toEqual(all);
});

test("a bot that should be stopped has never been started", async () => {
  const still = (await bots()).find(({ name }: { name: string }) => name === "still");
  expect(still).toMatchObject({ desired: "stopped", status: "stopped" });
  expect(still).not.toHaveProperty("started_at");
  write("still.yaml", watching("still"));
  expect((await apply("--yes")).stdout).toContain("No changes");
  write("still.yaml", watching("still", "desired: running\n"));
  expect((await apply("--yes")).stdout).toContain("~ still: starts");
  const started = (await bots()).find(({ name }: { name: string }) => name === "still");
  expect(started).toMatchObject({ status: "running", revision: 1 });
});

test("a new version, a bad bot and a bot that was deployed by hand", async () => {
  write("other.yaml", watching("by-hand", "labels: { team: a }\n"));
  writeFileSync(
    join(on.dir, "by-hand.json"),
    JSON.stringify({ name: "by-hand", type: "realtime/watcher", version: "1.0.0", config: {} }),
  );
  await on.json(["bot", "deploy", "by-hand.json"], { cwd: on.dir });
  for (const [path, text] of Object.entries(customBot("momentum", "1.1.0", 9))) write(path, text);
  const before = await bots();
  const refused = await apply("--yes");
  expect([refused.code, refused.stderr]).toEqual([
    6,
    expect.stringContaining('live/other.yaml:1:7 There is a bot "by-hand"'),
  ]);
  expect(await bots()).toEqual(before);
  write("bad.json", JSON.stringify(timed("bad", { period: 0 })));
  const adopting = await apply("--yes", "--adopt");
  expect([adopting.code, adopting.stderr]).toEqual([6, expect.stringContaining("live/bad.json:1:")]);
  expect(await bots()).toEqual(before);
  rmSync(join(live, "bad.json"));
  const applied = await apply("--yes", "--adopt", "--json");
  expect(applied.code, applied.stderr).toBe(0);
  // One version, its bots, and the adopted one.
  expect(JSON.parse(applied.stdout).differences).toBe(1 + (count - 2) + 1);
  const after = await bots();
  expect(after.filter(({ version }: { version: string }) => version === "1.1.0")).toHaveLength(count - 2);
  const adopted = after.find(({ name }: { name: string }) => name === "by-hand");
  const first = before.find(({ name }: { name: string }) => name === "by-hand");
  expect(adopted).toMatchObject({
    labels: { team: "a", "botyard.apply": "live" },
    started_at: first.started_at,
  });
});

test("what is exported and applied changes nothing", async () => {
  expect((await on.platform(["export", "out"], { cwd: on.dir })).code).toBe(0);
  const before = await bots();
  const applied = await on.platform(["apply", "-f", "out", "--name", "live", "--yes", "--prune"], {
    cwd: on.dir,
  });
  expect([applied.code, applied.stdout], applied.stderr).toEqual([
    0,
    `No changes: ${count + 1} bots unchanged.\n`,
  ]);
  expect(await bots()).toEqual(before);
});

test("bots whose files are gone are removed with --prune only, and others never", async () => {
  write("timed.json", JSON.stringify([timed("timed 0"), timed("timed 1")]));
  writeFileSync(join(on.dir, "mine.json"), JSON.stringify(timed("mine")));
  await on.json(["bot", "deploy", "mine.json"], { cwd: on.dir });
  const kept = await apply("--yes");
  expect(kept.stderr).toContain(`${count - 4} bots of "live" are in no valid file and kept`);
  const pruned = await apply("--yes", "--prune");
  expect(pruned.code, pruned.stderr).toBe(0);
  expect((await bots()).map(({ name }: { name: string }) => name).sort()).toEqual([
    ...["by-hand", "mine", "still", "timed 0", "timed 1", "watch"],
  ]);
  const { versions } = await on.json(["custom-bot", "get", "momentum"]);
  expect(versions.sort()).toEqual(["1.0.0", "1.1.0"]);
});
