import { expect, test } from "vitest";
import { inTerminal, says } from "../platform.ts";
import { instance, withFiles } from "./files.ts";

const list = (names: readonly string[]) =>
  JSON.stringify(
    names.map((name) => ({ name, type: "realtime/crossover", version: "^1.0.0", config: { period: 7 } })),
  );

test("100 bots are created, and applying their files again changes nothing", async () => {
  const names = Array.from({ length: 100 }, (_, at) => `bot ${at}`);
  const at = await withFiles({
    "many.json": list(names.slice(0, 99)),
    "deep/er/one.yml": instance('"bot 99"', "desired: stopped\n"),
  });
  const first = await at.applied("--yes", "--detach");
  expect(first).toMatchObject({ name: "live", applied: true, differences: 100 });
  expect(at.writes()).toEqual(names.map(() => "createBot"));
  const bots = await at.bots();
  expect(bots.map(({ name }) => name).sort()).toEqual(names.toSorted());
  expect(new Set(bots.map(({ labels }) => JSON.stringify(labels)))).toEqual(
    new Set(['{"botyard.apply":"live"}']),
  );
  expect(bots.find(({ name }) => name === "bot 99")).toMatchObject({ desired: "stopped", status: "stopped" });
  at.writes();
  const again = await at.apply("--yes");
  expect(again).toEqual({ code: 0, stdout: "No changes: 100 bots unchanged.\n", stderr: "" });
  expect((await at.apply("--dry-run")).code).toBe(0);
  expect(at.writes()).toEqual([]);
});

test("a change is shown field by field with what follows, and a dry run exits with 8 and changes nothing", async () => {
  const at = await withFiles({ "a.yaml": instance("alpha"), "b.yaml": instance("beta") });
  await at.apply("--yes");
  at.write("a.yaml", instance("alpha", "labels: { team: research }\n", "{ period: 9 }"));
  at.write("b.yaml", instance("beta", "desired: stopped\n"));
  at.write("c.yaml", instance("gamma", "", "{ symbol: MSFT }"));
  at.writes();
  const dry = await at.apply("--dry-run");
  expect(dry.stdout.split("\n")).toEqual([
    "~ alpha: restarts",
    '    labels.team: (none) -> "research"',
    "    config.period: 5 -> 9",
    "~ beta: stops",
    "+ gamma: realtime/crossover 1.0.0, starts",
    '    config.symbol: "MSFT"',
    "1 bot to create, 2 bots to change; 0 bots unchanged.",
    "",
  ]);
  expect([dry.code, at.writes()]).toEqual([8, []]);
  const done = await at.apply("--yes");
  expect(done.code, done.stderr).toBe(0);
  expect(done.stdout).toContain("Stopped beta.\nChanged alpha.\nCreated gamma.\n");
  expect(at.writes()).toEqual(["stopBot", "patchBot", "createBot"]);
  at.write("b.yaml", instance("beta", "desired: running\n"));
  const { bots } = await at.applied("--yes");
  expect(
    bots.map(({ name, action, starts, done: isDone }: (typeof bots)[0]) => [name, action, starts, isDone]),
  ).toEqual([
    ["alpha", "none", false, false],
    ["beta", "change", true, true],
    ["gamma", "none", false, false],
  ]);
  expect((await at.bots()).find(({ name }) => name === "beta").status).toBe("running");
});

test("what a file does not say any more is reset, and a bot that was stopped by hand stays stopped", async () => {
  const at = await withFiles({
    "a.yaml": instance("alpha", "network: none\nlabels: { a: b }\n", "{ period: 9 }"),
  });
  await at.apply("--yes");
  await at.run("bot", "stop", "alpha");
  at.write("a.yaml", instance("alpha"));
  const { stdout } = await at.apply("--yes");
  expect(stdout).toContain(
    'network: "none" -> (none)\n    labels.a: "b" -> (none)\n    config.period: 9 -> 5\n',
  );
  expect((await at.bots())[0]).toMatchObject({ desired: "stopped", config: { period: 5 } });
});

test("without a terminal --yes or --dry-run is required, and with one nothing changes without a yes", async () => {
  const at = await withFiles({ "a.yaml": instance("alpha") });
  expect(await at.apply()).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("--yes or --dry-run"),
  });
  for (const answer of ["no", "yes"]) {
    const child = inTerminal(["apply", "-f", "live"], { cwd: at.cwd, env: at.env });
    const asked = says(child, "stdout", /Make these changes/);
    await asked;
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.stdin.write(`${answer}\r`);
    expect(await ended).toBe(answer === "yes" ? 0 : 2);
    expect(await at.bots()).toHaveLength(answer === "yes" ? 1 : 0);
  }
});

test("one bad bot in one file keeps everything from being changed; --keep-going leaves it out", async () => {
  const at = await withFiles({
    "a.yaml": instance("alpha"),
    "bad.yaml": `- ${instance("beta", "", "{ period: 0 }").trimEnd().replaceAll("\n", "\n  ")}\n- 5\n`,
    "none.json": "{",
    "typo.yaml": instance("gamma", "desird: stopped\n"),
  });
  const refused = await at.apply("--yes");
  expect(refused.code).toBe(6);
  expect(refused.stderr.split("\n").map((line) => line.trim().split(" ").slice(0, 5).join(" "))).toEqual([
    "error: The files have 4",
    'live/bad.yaml:4:21 "period" is 0: it',
    "live/bad.yaml:5:3 The instance is a",
    "live/none.json:1:2 Invalid JSON: Expected property",
    'live/typo.yaml:4:1 Unknown field "desird". Use',
    "",
  ]);
  expect(at.writes()).toEqual([]);
  const document = await at.applied("--yes");
  expect(document).toMatchObject({ applied: false, differences: 1 });
  expect(document.problems).toHaveLength(4);
  expect(document.problems[0]).toMatchObject({ file: "live/bad.yaml", line: 4, pointer: "/config/period" });
  const rest = await at.apply("--yes", "--keep-going");
  expect(rest.code).toBe(1);
  expect(rest.stdout).toContain("Created alpha.");
  expect(rest.stderr).toContain("4 problems remained; everything else was done.");
  expect((await at.bots()).map(({ name }) => name)).toEqual(["alpha"]);
});

test("a name in two files, another type and the label of others are refused with their places", async () => {
  const at = await withFiles(
    {
      "a.yaml": instance("alpha"),
      "b.yaml": instance("alpha"),
      "c.yaml": instance("gamma", "labels: { botyard.apply: others }\n"),
      "d.yaml": instance("delta"),
    },
    { custom_bots: [{ name: "crossover" }], bots: [{ name: "delta", type: "realtime/other" }] },
  );
  const { stderr } = await at.apply("--dry-run");
  expect(stderr).toContain('live/b.yaml:1:7 The name "alpha" is also in live/a.yaml:1.');
  expect(stderr).toContain(
    'live/c.yaml:4:9 The label botyard.apply is "others", but these are the files of "live".',
  );
  expect(stderr).toContain('live/d.yaml:2:7 The bot "delta" has the type realtime/other');
});

test("an interruption in the middle is told, and applying again makes the changes that are missing", async () => {
  const at = await withFiles({ "many.json": list(["one", "two", "three"]) });
  const mend = at.mock.fail({ operation: "createBot", after: 4, code: "disk_full" });
  const broken = await at.applied("--yes", "--detach");
  expect(broken.applied).toBe(false);
  const done = broken.bots.map((bot: { done: boolean }) => bot.done);
  expect(done).toEqual([true, false, false]);
  mend();
  expect(await at.applied("--yes", "--detach")).toMatchObject({ applied: true, differences: 2 });
  expect((await at.bots()).map(({ name }) => name)).toEqual(["one", "two", "three"]);
});

test("a pause that the platform asks for is waited for, also where requests are sent once", async () => {
  const at = await withFiles({ "a.yaml": instance("alpha") });
  await at.apply("--yes");
  at.write("a.yaml", instance("alpha", "", "{ period: 8 }"));
  at.mock.fail({ operation: "patchBot", times: 2, status: 429, headers: { "retry-after": "1" } });
  const { code, stderr } = await at.apply("--yes");
  expect(code, stderr).toBe(0);
  expect((await at.bots())[0].config.period).toBe(8);
});

test("a bot that does not run after the change is exit code 1, with its log", async () => {
  const at = await withFiles(
    { "a.yaml": instance("alpha"), "b.yaml": instance("beta").replace("crossover", "broken") },
    {
      custom_bots: [{ name: "crossover" }, { name: "broken", start: { status: "failed", logs: ["no key"] } }],
    },
  );
  const { code, stderr, stdout } = await at.apply("--yes");
  expect(code).toBe(1);
  expect(stdout).toContain("Created alpha.\nCreated beta.\n");
  expect(stderr).toContain("no key");
  expect(stderr).toContain("beta: The bot beta failed.");
});

test("a folder without files, a custom bot's own folder and a missing option are refused with the next step", async () => {
  const at = await withFiles({ "notes.txt": "" });
  expect((await at.apply("--dry-run")).stderr).toContain("live has neither custom bots nor instance files");
  at.write("bot-config.yaml", "");
  expect((await at.apply("--dry-run")).stderr).toContain("live is the folder of one custom bot.");
  expect((await at.run("apply", "-f", "nowhere", "--dry-run")).code).toBe(5);
  expect((await at.run("apply", "--dry-run")).stderr).toContain("-f is required");
});
