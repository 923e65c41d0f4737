import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { instance, withFiles } from "./files.ts";

const schema = {
  type: "object",
  properties: {
    period: { type: "integer", default: 5 },
    symbol: { type: "string" },
    api_key: { type: "string", minLength: 3 },
    risk: {
      type: "object",
      default: {},
      properties: { stop: { type: "number", default: 0.1 }, size: { type: "number" } },
    },
  },
};
const bots = [
  {
    name: "Plain Bot!",
    type: "realtime/crossover",
    config: { period: 5, symbol: "no", risk: { stop: 0.1, size: 2 } },
  },
  {
    name: "plain bot?",
    type: "realtime/crossover",
    version: "^1.0.0",
    config: {},
    status: "stopped" as const,
  },
  {
    ...{
      name: "nightly",
      type: "scheduled/timer",
      schedule: "0 9 * * *",
      timezone: "Asia/Tokyo",
      catch_up: "last" as const,
    },
    ...{
      timeout_seconds: 300,
      start_deadline_seconds: 60,
      labels: { team: "research", "botyard.apply": "prod" },
    },
    ...{
      resources: { memory: "64MiB" },
      network: "none" as const,
      config: { api_key: "swordfish-1", n: 1.5 },
    },
  },
];

test("bots are written without defaults, and applying what was exported changes nothing", async () => {
  const at = await withFiles(
    {},
    {
      custom_bots: [
        { name: "crossover", schema },
        { name: "timer", type: "scheduled" },
      ],
      bots,
    },
  );
  const { code, stdout } = await at.run("export", "out");
  expect([code, stdout]).toEqual([0, "Wrote 3 bots to out.\n"]);
  const text = (name: string) => readFileSync(join(at.cwd, "out", name), "utf8");
  expect(readdirSync(join(at.cwd, "out")).sort()).toEqual([
    "custom-bots.txt",
    "nightly.yaml",
    "plain-bot-2.yaml",
    "plain-bot.yaml",
  ]);
  expect(text("custom-bots.txt")).toBe("crossover 1.0.0\ntimer 1.0.0\n");
  expect(text("plain-bot.yaml")).toBe(
    'name: Plain Bot!\ntype: realtime/crossover\nversion: 1.0.0 # requested: latest\nconfig:\n  symbol: "no"\n  risk:\n    size: 2\n',
  );
  expect(text("plain-bot-2.yaml")).toContain("# requested: ^1.0.0\ndesired: stopped\nconfig: {}\n");
  expect(text("nightly.yaml")).toContain("labels:\n  team: research\n");
  expect(text("nightly.yaml")).toContain('  api_key: "********" # a secret that cannot be read');
  expect(text("nightly.yaml")).not.toMatch(/botyard\.apply|timeout_seconds|start_deadline|swordfish/);
  const applied = await at.run("apply", "-f", "out", "--yes");
  expect([applied.code, applied.stdout], applied.stderr).toEqual([0, "No changes: 3 bots unchanged.\n"]);
  expect(at.writes()).toEqual([]);
});

test("a folder that is not empty is written to only with --force, and other files stay", async () => {
  const at = await withFiles({ "mine.txt": "mine" }, { bots: [{ name: "alpha" }] });
  expect(await at.run("export", "live")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("live is not empty; nothing was written."),
  });
  expect((await at.run("export", "live", "--force")).code).toBe(0);
  expect(readdirSync(at.dir).sort()).toEqual(["alpha.yaml", "custom-bots.txt", "mine.txt"]);
  writeFileSync(join(at.cwd, "file"), "");
  expect((await at.run("export", "file")).code).toBe(2);
});

test("without a folder all bots are one list on standard output, or those with a label", async () => {
  const at = await withFiles(
    { "a.yaml": instance("alpha", "", "{ period: 5, symbol: MSFT }") },
    { custom_bots: [{ name: "crossover", schema }], bots: [{ name: "other", type: "realtime/crossover" }] },
  );
  await at.apply("--yes");
  const { stdout } = await at.run("export", "--label", "botyard.apply=live");
  expect(stdout).toBe(
    "# Custom bots:\n# - crossover 1.0.0\n\n- name: alpha\n  type: realtime/crossover\n  version: 1.0.0\n  config:\n    symbol: MSFT\n",
  );
  mkdirSync(join(at.cwd, "again"));
  writeFileSync(join(at.cwd, "again", "all.yaml"), stdout);
  expect((await at.run("apply", "-f", "again", "--dry-run", "--name", "live")).stdout).toBe(
    "No changes: 1 bot unchanged.\n",
  );
  const json = JSON.parse((await at.run("export", "--json")).stdout);
  expect(json.bots.map(({ name }: { name: string }) => name).sort()).toEqual(["alpha", "other"]);
  expect(json.custom_bots).toEqual([{ name: "crossover", version: "1.0.0" }]);
});
