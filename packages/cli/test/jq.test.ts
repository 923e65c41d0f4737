import { expect, test } from "vitest";
import { fakePlatform } from "../../client/test/fake-platform.ts";
import { afterThisTest, platform } from "./platform.ts";

async function answering(text: string) {
  const fake = await fakePlatform(({ path }) =>
    /\/query\//.test(path)
      ? { status: 200, text }
      : { json: { items: [{ name: "alpha" }, { name: "beta two" }] } },
  );
  afterThisTest(fake.close);
  const env = { PLATFORM_API_URL: fake.url, PLATFORM_API_KEY: "k" };
  return { fake, run: (...args: string[]) => platform(args, { env }) };
}

test("--jq prints strings as text and other values as JSON on one line", async () => {
  const { run } = await answering("");
  await expect(run("bot", "list", "--jq", ".items[].name")).resolves.toMatchObject({
    code: 0,
    stdout: "alpha\nbeta two\n",
  });
  await expect(run("--jq", ".items | map(.name | length)", "bot", "list")).resolves.toMatchObject({
    code: 0,
    stdout: "[5,8]\n",
  });
  await expect(run("bot", "list", "--json", "name,status", "--jq", ".items[0]")).resolves.toMatchObject({
    stdout: '{"name":"alpha","status":null}\n',
  });
});

test("an invalid filter is exit code 2 without a request; a filter that fails is exit code 1", async () => {
  const { fake, run } = await answering("");
  const wrong = await run("bot", "list", "--jq", ".items[");
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toContain('error: --jq ".items[" is not a valid jq filter: syntax error');
  expect(fake.seen).toEqual([]);
  const failing = await run("bot", "list", "--jq", ".items.x");
  expect(failing).toMatchObject({ code: 1, stdout: "" });
  expect(failing.stderr).toBe('error: --jq ".items.x" failed: Cannot index array with string "x".\n');
});
