import { expect, test } from "vitest";
import { instance, withFiles } from "./files.ts";

test("bots are removed only with --prune, only those of these files, and after they were shown", async () => {
  const at = await withFiles(
    { "a.yaml": instance("alpha"), "b.yaml": instance("beta") },
    {
      custom_bots: [{ name: "crossover" }],
      bots: [
        { name: "by hand", type: "realtime/crossover" },
        { name: "of others", type: "realtime/crossover", labels: { "botyard.apply": "others" } },
      ],
    },
  );
  await at.apply("--yes");
  at.remove("b.yaml");
  const kept = await at.apply("--yes");
  expect(kept.stdout).toBe("No changes: 1 bot unchanged.\n");
  expect(kept.stderr).toContain('1 bot of "live" is in no valid file and kept: beta. To remove: --prune');
  const shown = await at.apply("--prune", "--dry-run");
  expect([shown.code, shown.stdout]).toEqual([
    8,
    "- beta: realtime/crossover 1.0.0, running; is stopped and deleted with its state\n1 bot to remove; 1 bot unchanged.\n",
  ]);
  at.writes();
  const pruned = await at.apply("--prune", "--yes");
  expect(pruned.stdout).toMatch(/Stopped beta\.\nRemoved beta\.\n$/);
  expect(at.writes()).toEqual(["stopBot", "deleteBot"]);
  expect((await at.bots()).map(({ name }) => name).sort()).toEqual(["alpha", "by hand", "of others"]);
  expect((await at.run("custom-bot", "get", "crossover")).code).toBe(0);
});

test("nothing is removed while a file has problems, and never all bots because there is no file", async () => {
  const at = await withFiles({ "a.yaml": instance("alpha"), "b.yaml": instance("beta") });
  await at.apply("--yes");
  at.write("b.yaml", "name: beta\n");
  at.writes();
  const bad = await at.apply("--prune", "--yes", "--keep-going");
  expect(bad.code).toBe(1);
  expect(bad.stderr).toContain("kept: beta. Nothing is removed while files have problems.");
  at.write("a.yaml", "[]");
  at.remove("b.yaml");
  expect(await at.apply("--prune", "--yes")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('live has no bots, so that --prune would remove all bots of "live"'),
  });
  expect(at.writes()).toEqual([]);
});

test("a bot is removed last, when all else was done, and not if it has changed since it was shown", async () => {
  const at = await withFiles({ "a.yaml": instance("alpha"), "b.yaml": instance("beta") });
  await at.apply("--yes");
  at.remove("b.yaml");
  at.write("c.yaml", instance("gamma"));
  const mend = at.mock.fail({ operation: "createBot", after: 1, code: "disk_full" });
  await at.apply("--prune", "--yes");
  expect((await at.bots()).map(({ name, status }) => [name, status])).toEqual([
    ["alpha", "running"],
    ["beta", "stopped"],
  ]);
  mend();
  const mendAgain = at.mock.fail({ operation: "createBot", after: 1, code: "disk_full" });
  const going = await at.apply("--prune", "--yes", "--keep-going");
  expect(going.stderr).toContain("beta: It is not removed, because other changes have failed.");
  mendAgain();
  at.mock.fail({ operation: "deleteBot", times: 1, code: "precondition_failed" });
  expect((await at.apply("--prune", "--yes")).code).toBe(1);
  expect((await at.apply("--prune", "--yes")).code).toBe(0);
  expect((await at.bots()).map(({ name }) => name)).toEqual(["alpha", "gamma"]);
});

test("a bot that apply did not create is changed only with --adopt, and left alone if it is as the file says", async () => {
  const at = await withFiles(
    { "a.yaml": instance("alpha", "", "{ period: 9 }") },
    {
      custom_bots: [{ name: "crossover" }],
      bots: [{ name: "alpha", type: "realtime/crossover", config: { period: 5 } }],
    },
  );
  const refused = await at.apply("--yes");
  expect(refused).toMatchObject({
    code: 6,
    stderr: expect.stringContaining(
      'There is a bot "alpha" already, which was not created by apply; it is not changed.',
    ),
  });
  at.write("a.yaml", instance("alpha", "", "{ period: 5 }"));
  const same = await at.apply("--yes");
  expect([same.code, same.stdout]).toEqual([0, "No changes: 1 bot unchanged.\n"]);
  expect(same.stderr).toContain('as the files say, but not owned by "live": alpha. To own them: --adopt');
  const adopted = await at.apply("--yes", "--adopt");
  expect(adopted.stdout).toContain('~ alpha\n    labels["botyard.apply"]: (none) -> "live"\n');
  expect((await at.bots())[0]).toMatchObject({
    labels: { "botyard.apply": "live" },
    restarts: 0,
    revision: 2,
  });
});

test("the name of the files is that of their folder unless it is given, and files under another name are told apart", async () => {
  const at = await withFiles({ "a.yaml": instance("alpha") });
  await at.apply("--yes", "--name", "prod");
  at.write("a.yaml", instance("alpha", "", "{ period: 9 }"));
  const other = await at.apply("--yes");
  expect(other.stderr).toContain('belongs to "prod"');
  expect(other.stderr).toContain("If these are its files: --name prod.");
  expect((await at.apply("--yes", "--name", "prod")).code).toBe(0);
  expect((await at.apply("--yes", "--name", "a\nb")).code).toBe(2);
});
