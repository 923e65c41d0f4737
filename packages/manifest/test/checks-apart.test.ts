import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ChecksApart, checksHere, collectFiles, packFiles } from "../src/index.ts";
import { botFolder, freshFolder } from "./bot-folder.ts";

let checks: ChecksApart;
afterEach(() => checks.close());

test("a config is checked as in the caller's process", async () => {
  checks = new ChecksApart();
  const schema = { type: "object", properties: { n: { type: "integer", default: 5, maximum: 9 } } };
  for (const config of [{}, { n: 10 }, { n: "x" }, [], { n: 3, more: 1 }]) {
    const found = await checks.validateConfig(schema, config);
    expect(found).toEqual(await checksHere.validateConfig(schema, config));
  }
});

test("a package is read as in the caller's process, and one that cannot be read is an error with its code", async () => {
  checks = new ChecksApart();
  const file = join(await freshFolder(), "bot.tar.gz");
  await packFiles((await collectFiles(await botFolder({ "main.py": "print()" }))).entries, file);
  const found = await checks.checkArchive(file, `${file}.there`);
  expect(found.config?.entrypoints.bot).toBe("main.py");
  expect(found).toEqual(await checksHere.checkArchive(file, `${file}.here`));
  await expect(checks.checkArchive(`${file}.missing`, `${file}.new`)).rejects.toMatchObject({
    code: "ENOENT",
  });
});

test("the process ends when there is no check for a while, and the next check gets another", async () => {
  checks = new ChecksApart({ idleMs: 1 });
  expect((await checks.validateConfig({}, {})).problems).toEqual([]);
  await expect.poll(checking).toEqual([]);
  expect((await checks.validateConfig({ type: "array" }, {})).problems).toHaveLength(1);
});

test("a check whose process is killed fails, and the next one gets another process", async () => {
  checks = new ChecksApart();
  const found = checks.validateConfig({}, {});
  const refused = expect(found).rejects.toThrow("ended unexpectedly (SIGKILL)");
  await expect.poll(checking).toHaveLength(1);
  for (const pid of checking()) process.kill(pid, "SIGKILL");
  await refused;
  expect((await checks.validateConfig({}, {})).problems).toEqual([]);
});

/** Returns the ids of the processes of this one that run checks. */
function checking(): number[] {
  const tasks = readdirSync("/proc/self/task");
  const children = tasks.flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );
  const runsChecks = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("checks-process");
    } catch {
      return false;
    }
  };
  return children.filter(runsChecks).map(Number);
}

test("the caller's thread goes on while a slow pattern is matched", async () => {
  checks = new ChecksApart();
  await checks.validateConfig({}, {});
  let turns = 0;
  let ended = false;
  const slow = { properties: { s: { type: "string", pattern: "^(([a-z])+.)+[A-Z]([a-z])+$" } } };
  const found = checks.validateConfig(slow, { s: "a".repeat(20_000) }).finally(() => {
    ended = true;
  });
  while (!ended) {
    turns++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await found).problems).toHaveLength(1);
  expect(turns).toBeGreaterThan(10);
});

test("a check that does not end in time is stopped, and the next one gets another process", async () => {
  checks = new ChecksApart({ deadlineMs: 1 });
  // The process needs longer than that to start.
  await expect(checks.validateConfig({}, {})).rejects.toMatchObject({ code: "check_timeout" });
  await expect(checks.validateConfig({}, {})).rejects.toMatchObject({ code: "check_timeout" });
  checks = new ChecksApart();
  expect((await checks.validateConfig({}, {})).problems).toEqual([]);
});
