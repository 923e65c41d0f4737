import { expect, test } from "vitest";
import { instance, withFiles } from "./files.ts";

test("a reference to a secret is applied, and one to a secret that does not exist is refused at its place", async () => {
  const at = await withFiles({ "a.yaml": instance("alpha", "", "{ api_key: { secret: kraken-key } }") });
  const { stderr, code } = await at.apply("--yes");
  expect([code, stderr]).toEqual([6, expect.stringContaining("live/a.yaml:4:")]);
  expect(stderr).toContain("kraken-key");
  await at.mock.fetch(`${at.mock.apiUrl}/secrets/kraken-key`, {
    method: "PUT",
    headers: { authorization: `ApiKey ${at.mock.key}`, "content-type": "application/json" },
    body: '{"value":"swordfish-1"}',
  });
  const applied = await at.apply("--yes");
  expect([applied.code, applied.stderr]).toEqual([0, ""]);
  expect(applied.stdout).toContain('config.api_key: {"secret":"kraken-key"}');
  expect((await at.apply("--dry-run")).code).toBe(0);
});

test("a secret in a file is a warning, is never shown, and a new one is a change", async () => {
  const at = await withFiles({ "a.yaml": instance("alpha", "", "{ api_key: swordfish-1 }") });
  const first = await at.apply("--yes");
  expect(first.stderr).toContain('live/a.yaml:4:20 "config.api_key" is a secret in the file itself.');
  expect((await at.apply("--dry-run")).code).toBe(0);
  at.write("a.yaml", instance("alpha", "", "{ api_key: swordfish-2 }"));
  const changed = await at.apply("--yes");
  expect(changed.stdout).toContain('config.api_key: "********" -> "********"');
  const json = JSON.stringify(await at.applied("--dry-run"));
  expect(`${first.stdout}${first.stderr}${changed.stdout}${changed.stderr}${json}`).not.toContain(
    "swordfish",
  );
  expect(changed.stdout).toContain("~ alpha: restarts");
});

test("asterisks keep the secret of a bot that has one, and are refused where there is none", async () => {
  const at = await withFiles({ "a.yaml": instance("alpha", "", "{ api_key: swordfish-1 }") });
  await at.apply("--yes");
  at.write("a.yaml", instance("alpha", "", '{ api_key: "********" }'));
  expect(await at.apply("--yes")).toMatchObject({ code: 0, stdout: "No changes: 1 bot unchanged.\n" });
  at.write("b.yaml", instance("beta", "", '{ api_key: "********" }'));
  expect(await at.apply("--yes")).toMatchObject({
    code: 6,
    stderr: expect.stringContaining(
      'live/b.yaml:4:20 "config.api_key" is ********, which stands for a secret',
    ),
  });
});
