import { expect, test } from "vitest";
import { threeBots } from "./three-bots.ts";

test("revisions are listed, and rolling back undoes the last change or goes back to a revision", async () => {
  const { run } = await threeBots();
  for (const name of ["second", "third"]) await run("bot", "update", "bot_abc1", "--name", name);
  const { stdout } = await run("bot", "revisions", "bot_abc1");
  expect(stdout.split("\n").map((line) => line.split("\t").slice(2, 4))).toEqual([
    ["admin", "third"],
    ["admin", "second"],
    ["", "alpha"],
    [],
  ]);
  const back = await run("bot", "rollback", "third", "--json", "name,revision");
  expect(JSON.parse(back.stdout)).toEqual({ name: "second", revision: 4 });
  const first = await run("bot", "rollback", "second", "1", "--json", "name,revision");
  expect(JSON.parse(first.stdout)).toEqual({ name: "alpha", revision: 5 });
  const unknown = await run("bot", "rollback", "alpha", "99");
  expect(unknown.code).toBe(5);
  expect(unknown.stderr).toContain("error: The bot has no revision 99.");
  expect(unknown.stderr).toContain("next: platform bot revisions <bot_id>");
  expect((await run("bot", "rollback", "alpha", "last")).code).toBe(2);
});

test("an update or a rollback that changes nothing says so, and leaves the revision that rollback goes back to", async () => {
  const { run } = await threeBots();
  await run("bot", "update", "alpha", "--set", "days=7");
  for (const same of [
    ["--set", "days=7"],
    ["--set", "days=7.0"],
    ["--version", "latest"],
    ["--name", "alpha"],
  ]) {
    const { code, stderr } = await run("bot", "update", "alpha", ...same);
    expect([code, stderr]).toEqual([0, "Nothing changed: alpha has these settings already (revision 2).\n"]);
  }
  const same = await run("bot", "rollback", "alpha", "2", "--json", "revision,changed");
  expect(JSON.parse(same.stdout)).toEqual({ revision: 2, changed: false });
  const back = await run("bot", "rollback", "alpha", "--json", "revision,changed,config");
  expect(JSON.parse(back.stdout)).toEqual({ revision: 3, changed: true, config: {} });
});
