import { expect, test } from "vitest";
import { customBot, withFiles } from "./files.ts";

/** The requests of an upload of a package that the platform does not have. */
const byList = ["uploadFileList", "sendFiles", "uploadFileList"];

const nightly = (version: string, config = "{}") =>
  `name: nightly\ntype: scheduled/momentum\nversion: ${version}\nschedule: "0 0 1 1 *"\nconfig: ${config}\n`;

test("a custom bot of a folder is uploaded before its bots, and once only", async () => {
  const at = await withFiles({ ...customBot("momentum", "1.0.0"), "nightly.yaml": nightly("latest") });
  const shown = await at.apply("--dry-run");
  expect([shown.code, shown.stdout]).toEqual([
    8,
    "+ custom bot momentum 1.0.0 (live/momentum)\n+ nightly: scheduled/momentum 1.0.0, starts\n" +
      '    version: "latest"\n    schedule: "0 0 1 1 *"\n1 version to upload, 1 bot to create; 0 bots unchanged.\n',
  ]);
  expect(at.writes()).toEqual([]);
  const applied = await at.apply("--yes");
  expect(applied.code, applied.stderr).toBe(0);
  expect(applied.stdout).toContain("Uploaded momentum 1.0.0.\nCreated nightly.\n");
  expect(at.writes()).toEqual([...byList, "createBot"]);
  expect((await at.apply("--yes")).stdout).toBe("No changes: 1 bot unchanged.\n");
  expect(at.writes()).toEqual([]);
});

test("a new version is uploaded and used by bots whose range has it; older versions stay", async () => {
  const at = await withFiles({ ...customBot("momentum", "1.0.0"), "nightly.yaml": nightly("^1.0.0") });
  await at.apply("--yes");
  for (const [path, text] of Object.entries(customBot("momentum", "1.1.0", 8))) at.write(path, text);
  const { stdout, code } = await at.apply("--yes");
  expect(code).toBe(0);
  expect(stdout).toContain(
    '~ nightly\n    version: "1.0.0" -> "1.1.0"\n    config.period: 5 -> 8\n1 version to upload, 1 bot to change',
  );
  expect((await at.bots())[0]).toMatchObject({ version: "1.1.0", version_spec: "^1.0.0" });
  const { stdout: got } = await at.run("custom-bot", "get", "momentum", "--json", "versions");
  expect(JSON.parse(got).versions.sort()).toEqual(["1.0.0", "1.1.0"]);
});

test("a config that a version does not allow is refused before the version is uploaded", async () => {
  const at = await withFiles({
    ...customBot("momentum", "1.0.0"),
    "nightly.yaml": nightly("1.0.0", "{ period: 0 }"),
    "other.yaml": nightly("1.0.0")
      .replace("nightly", "other")
      .replace("scheduled/", "realtime/")
      .replace(/schedule: .*\n/, ""),
  });
  const { code, stderr } = await at.apply("--yes");
  expect(code).toBe(6);
  expect(stderr).toContain('live/nightly.yaml:5:19 "period" is 0: it must be at least 1.');
  expect(stderr).toContain(
    'live/other.yaml:2:7 "momentum" 1.0.0 is a scheduled bot. Write "type": "scheduled/momentum".',
  );
  expect(at.writes()).toEqual([]);
});

test("what only the platform can check of a new version is checked before any bot is changed", async () => {
  const at = await withFiles({
    ...customBot("momentum", "1.0.0"),
    "a.yaml": nightly("1.0.0").replace("nightly", "alpha"),
    "z.yaml": nightly("1.0.0", "{ key: { secret: no-such-secret } }").replace("nightly", "zeta"),
  });
  const { code, stderr } = await at.apply("--yes");
  expect(code).toBe(1);
  expect(stderr).toContain("live/z.yaml:5:");
  expect(stderr).toContain("no-such-secret");
  expect(stderr).toContain("1 of 3 changes was made.");
  expect(at.writes()).toEqual(byList);
});

test("a version that is there with other content, and a broken custom bot, are problems that say what to do", async () => {
  const at = await withFiles({ ...customBot("momentum", "1.0.0"), "nightly.yaml": nightly("1.0.0") });
  await at.apply("--yes");
  at.write("momentum/bot.mjs", "// other content\n");
  for (const [path, text] of Object.entries(customBot("broken", "one"))) at.write(path, text);
  at.writes();
  const { code, stderr } = await at.apply("--yes");
  expect(code).toBe(6);
  expect(stderr).toContain("live/momentum Version 1.0.0 of momentum already exists with different content");
  expect(stderr).toContain("Set version: 1.0.1 in bot-config.yaml.");
  expect(stderr).toMatch(/live\/broken .*bot-config\.yaml:2:10 error/);
  expect(at.writes()).toEqual([]);
});
