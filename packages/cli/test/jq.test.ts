import { expect, test } from "vitest";
import { filtered } from "../src/output/jq.ts";
import { mocked } from "./mocked.ts";

const twoBots = {
  bots: ["alpha", "beta two"].map((name) => ({ name, type: "realtime/x" })),
};

test("--jq prints strings as text and other values as JSON on one line", async () => {
  const { run } = await mocked(twoBots);
  await expect(run("bot", "list", "--jq", ".items[].name")).resolves.toMatchObject({
    code: 0,
    stdout: "alpha\nbeta two\n",
  });
  await expect(run("--jq", ".items | map(.name | length)", "bot", "list")).resolves.toMatchObject({
    code: 0,
    stdout: "[5,8]\n",
  });
  await expect(run("bot", "list", "--json", "name,detail", "--jq", ".items[0]")).resolves.toMatchObject({
    stdout: '{"name":"alpha","detail":null}\n',
  });
});

test("an invalid filter is exit code 2 without a request; a filter that fails is exit code 1", async () => {
  const { mock, run } = await mocked(twoBots);
  const wrong = await run("bot", "list", "--jq", ".items[");
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toContain('error: --jq ".items[" is not a valid jq filter: syntax error');
  expect(mock.requests).toEqual([]);
  const failing = await run("bot", "list", "--jq", ".items.x");
  expect(failing).toMatchObject({ code: 1, stdout: "" });
  expect(failing.stderr).toBe('error: --jq ".items.x" failed: Cannot index array with string ("x").\n');
});

test("a document of a megabyte passes a filter, as the list of a package with thousands of files does", async () => {
  const files = Array.from({ length: 10_000 }, (_, n) => ({
    path: `vendor/file${n}.py`,
    sha256: "0".repeat(64),
  }));
  const written: string[] = [];
  const { sink, done } = filtered(
    { isTTY: false, columns: 80, rows: 24, write: (text) => void written.push(String(text)) },
    ".files | length",
  );
  sink.write(JSON.stringify({ files }));
  await done();
  expect(written).toEqual(["10000\n"]);
});
