import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pythonTools } from "../src/run/python-tools.ts";
import { failing, gate, home, inAFolder, put, reports, vitestPart } from "./gate/planted.ts";

inAFolder();

describe("a test that fails", { timeout: 300_000 }, () => {
  beforeEach(() => put("failing.mjs", failing));
  const planted = (body: string) =>
    put(
      "a.test.mjs",
      `import { afterAll, beforeAll, describe, test } from "vitest";\nimport { failFirst } from "./failing.mjs";\n${body}`,
    );

  test("once is flaky: it is listed, both outputs are kept, and the gate passes", async () => {
    planted(
      `test("stands", () => {}); describe("a $[planted] (one)", () => { test("fails once", () => failFirst(1, "once")); });`,
    );
    const { code, output, above, closing } = await gate(vitestPart);
    expect(output).toMatch(/\nflaky:\n {2}planted a\.test\.mjs > a \$\[planted\] \(one\) > fails once\n/);
    expect({ code, above, closing }).toEqual({
      code: 0,
      above: "1 flaky, 0 not run",
      closing: "2 passed, 0 failed",
    });
    const [kept, ...rest] = readdirSync(reports).filter((name) => name.includes("flaky"));
    expect(rest).toEqual([]);
    const text = readFileSync(join(reports, kept!), "utf8");
    expect(text).toMatch(
      /first run:[\s\S]*planted failure 1[\s\S]*this is run 1[\s\S]*second run, alone:[\s\S]*this is run 2\nok +planted a\.test\.mjs/,
    );
  });

  test("twice has failed: its name and both outputs are printed above the summary", async () => {
    planted(`test("stands", () => {}); test("fails twice", () => failFirst(2, "twice"));`);
    const { code, output, above, closing } = await gate(vitestPart);
    expect({ code, above, closing }).toEqual({
      code: 1,
      above: "0 flaky, 0 not run",
      closing: "1 passed, 1 failed",
    });
    expect(output).toMatch(
      /\nFAILED planted a\.test\.mjs > fails twice\n {2}first run:[\s\S]*planted failure 1[\s\S]*second run, alone:[\s\S]*planted failure 2[\s\S]*\n {2}planted: 1 passed, 1 failed \(/,
    );
    expect(output).not.toContain("flaky:");
    expect(readdirSync(reports).filter((name) => name.includes("flaky"))).toEqual([]);
  });

  test("is run again alone, not with the other tests of its file", async () => {
    planted(
      `test("neighbour", () => failFirst(0, "neighbour")); test("fails once", () => failFirst(1, "once"));`,
    );
    expect((await gate(vitestPart)).code).toBe(0);
    expect(
      readdirSync(home)
        .filter((name) => /^(neighbour|once)\d$/.test(name))
        .sort(),
    ).toEqual(["neighbour1", "once1", "once2"]);
  });

  test("is run again alone, not with the other files of the run", async () => {
    planted(`test("fails once", () => failFirst(1, "once"));`);
    put(
      "b.test.mjs",
      `import { test } from "vitest"; import { failFirst } from "./failing.mjs"; failFirst(0, "loaded"); test("b", () => {});`,
    );
    const files = JSON.stringify(["a", "b"].map((name) => join(home, `${name}.test.mjs`)));
    const part = vitestPart.replace(`name: "planted" })`, `name: "planted", files: ${files} })`);
    expect(await gate(part)).toMatchObject({ code: 0, closing: "2 passed, 0 failed" });
    expect(
      readdirSync(home)
        .filter((name) => /^(loaded|once)\d$/.test(name))
        .sort(),
    ).toEqual([...["loaded1", "once1", "once2"]]);
  });

  test.each([
    [
      "a hook before the tests",
      `beforeAll(() => failFirst(1, "hook")); test("one", () => {}); test("two", () => {});`,
      2,
    ],
    ["a hook after the tests", `afterAll(() => failFirst(1, "hook")); test("one", () => {});`, 1],
    [
      "the hook of a group",
      `describe("group", () => { beforeAll(() => failFirst(1, "hook")); test("one", () => {}); });`,
      1,
    ],
    ["the file itself", `failFirst(1, "file"); test("one", () => {});`, 1],
    [
      "work that is not awaited",
      `test("one", async () => { setTimeout(() => failFirst(1, "left"), 5); await new Promise((r) => setTimeout(r, 50)); });`,
      2,
    ],
  ])("in %s causes its file to be run again", async (_, body, passed) => {
    planted(body);
    const { code, above, closing, output } = await gate(vitestPart);
    expect({ code, above, closing }, output).toEqual({
      code: 0,
      above: "1 flaky, 0 not run",
      closing: `${passed} passed, 0 failed`,
    });
  });

  test("in a hook in both runs fails the gate, even if no test failed", async () => {
    planted(`beforeAll(() => failFirst(9, "hook")); test("one", () => {});`);
    const { code, closing } = await gate(vitestPart);
    expect({ code, closing }).toEqual({ code: 1, closing: "0 passed, 1 failed" });
  });

  test("together with more than twenty others is not run again", async () => {
    planted(`for (let n = 0; n < 21; n++) test("number " + n, () => failFirst(1, "n" + n + "-"));`);
    const { code, above, closing } = await gate(vitestPart);
    expect({ code, above, closing }).toEqual({
      code: 1,
      above: "0 flaky, 0 not run",
      closing: "0 passed, 21 failed",
    });
  });

  test("removes the outputs of an earlier run's flaky tests", async () => {
    mkdirSync(reports);
    writeFileSync(join(reports, "flaky-of-yesterday.txt"), "");
    planted(`test("stands", () => {});`);
    expect((await gate(vitestPart)).code).toBe(0);
    expect(readdirSync(reports)).toEqual(["planted.json"]);
  });
});

describe("a Python test that fails", { timeout: 300_000 }, () => {
  let python: string;
  beforeAll(async () => {
    python = join(await pythonTools(), "python");
  }, 300_000);

  const part = () =>
    `{ name: "planted", needs: [], run: () => pytest({ ...at, name: "planted", python: "${python}" }) }`;
  const planted = (body: string) =>
    put(
      "test_planted.py",
      `import itertools, pathlib, pytest
def fail_first(times, name):
    n = next(n for n in itertools.count(1) if not pathlib.Path(f"{name}{n}").exists())
    pathlib.Path(f"{name}{n}").touch()
    print("this is run", n)
    assert n > times, f"planted failure {n}"
${body}`,
    );

  test("once is flaky, with both outputs kept", async () => {
    planted(`
def test_stands(): pass
@pytest.mark.parametrize("word", ["[a b] ::"])
def test_once(word): fail_first(1, "once")
`);
    const { code, output, above, closing } = await gate(part());
    expect({ code, above, closing }, output).toEqual({
      code: 0,
      above: "1 flaky, 0 not run",
      closing: "2 passed, 0 failed",
    });
    expect(output).toMatch(/\nflaky:\n {2}planted test_planted\.py::test_once\[\[a b\] ::\]\n/);
    const [kept] = readdirSync(reports).filter((name) => name.includes("flaky"));
    expect(readFileSync(join(reports, kept!), "utf8")).toMatch(
      /planted failure 1[\s\S]*this is run 1[\s\S]*second run, alone:[\s\S]*this is run 2[\s\S]*1 passed/,
    );
  });

  test("twice has failed", async () => {
    planted(`def test_twice(): fail_first(2, "twice")`);
    const { code, output, closing } = await gate(part());
    expect({ code, closing }).toEqual({ code: 1, closing: "0 passed, 1 failed" });
    expect(output).toMatch(
      /FAILED planted test_planted\.py::test_twice\n[\s\S]*planted failure 1[\s\S]*planted failure 2/,
    );
  });

  test("while its file is loaded causes the file to be run again", async () => {
    planted(`fail_first(1, "load")\ndef test_one(): pass`);
    const { code, above, closing } = await gate(part());
    expect({ code, above, closing }).toEqual({
      code: 0,
      above: "1 flaky, 0 not run",
      closing: "1 passed, 0 failed",
    });
  });

  test("in its tear-down counts once, and one that skips itself is not run", async () => {
    planted(`
@pytest.fixture
def broken():
    yield
    raise RuntimeError("tear-down")
def test_torn(broken): pass
def test_skipped(): pytest.skip("no moon")
`);
    const { code, output, above, closing } = await gate(part());
    expect({ code, above, closing }).toEqual({
      code: 1,
      above: "0 flaky, 1 not run",
      closing: "0 passed, 1 failed",
    });
    expect(output).toContain("test_planted.py::test_skipped: no moon");
  });
});
