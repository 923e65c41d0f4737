import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { root } from "../src/root.ts";
import { run } from "../src/run/command.ts";
import { pythonTools } from "../src/run/python-tools.ts";

const source = join(root, "packages/repo/src/run");
let home: string;
let reports: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "gate-"));
  reports = join(home, "reports");
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
  put("vitest.config.mjs", 'export default { test: { name: "planted", include: ["*.test.mjs"] } };');
});
afterEach(() => rmSync(home, { recursive: true }));

const put = (name: string, text: string) => writeFileSync(join(home, name), text);

/** Runs a gate with these parts, given as code, in a separate process. */
async function gate(parts: string, options = "") {
  put(
    "gate.mjs",
    `import { gate } from "${source}/gate.ts";
     import { run as command } from "${source}/command.ts";
     import { checked } from "${source}/outcome.ts";
     import { pytest } from "${source}/pytest.ts";
     import { vitest } from "${source}/vitest.ts";
     const at = { reports: "${reports}", cwd: "${home}" };
     const options = { mayInstall: false, unattended: true, reports: at.reports, ${options} };
     process.exitCode = await gate([${parts}], options);`,
  );
  const env = Object.fromEntries(
    Object.keys(process.env).flatMap((key) => (/VITEST/.test(key) ? [[key, undefined]] : [])),
  );
  const { code, output } = await run(process.execPath, ["gate.mjs"], { cwd: home, env, quiet: true });
  const [above, closing] = output.trimEnd().split("\n").slice(-2);
  return { code, output, above, closing };
}

const vitestPart = `{ name: "planted", needs: [], run: () => vitest({ ...at, name: "planted" }) }`;
/** Fails the given number of times and prints the number of the run; it counts runs with files. */
const failing = `
import { existsSync, writeFileSync } from "node:fs";
export function failFirst(times, name) {
  let n = 1;
  while (existsSync(name + n)) n++;
  writeFileSync(name + n, "");
  console.log("this is run " + n);
  if (n <= times) throw new Error("planted failure " + n);
}
`;

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

describe("parts that run beside the others", { timeout: 300_000 }, () => {
  /** A part that runs this script with sh, and passes if it exits with 0. */
  const part = (name: string, script: string, more = "") =>
    `{ name: "${name}", needs: [], ${more} run: async () => {
      const { code, output } = await command("sh", ["-c", ${JSON.stringify(script)}], { cwd: at.cwd });
      const again = async () => command("sh", ["-c", "ls ended"], { cwd: at.cwd }).then(({ code, output }) =>
        checked("${name}", code === 0, output));
      return checked("${name}", code === 0, output, again);
    } }`;
  const waitFor = (file: string) => `until [ -e ${file} ]; do sleep 0.05; done`;

  test("run at the same time, with their output in one piece and a lower priority", async () => {
    const { code, output, closing } = await gate(
      [
        part("main", `${waitFor("begun")}; echo main says; touch seen; ${waitFor("done")}`),
        part(
          "aside",
          `echo first; touch begun; ${waitFor("seen")}; cut -d' ' -f19 /proc/self/stat >priority; echo last; touch done`,
          "beside: true,",
        ),
      ].join(", "),
    );
    expect({ code, closing }, output).toEqual({ code: 0, closing: "2 passed, 0 failed" });
    expect(output).toMatch(/\n== aside, run beside the others\nfirst\nlast\n/);
    expect(output.match(/first/g)).toHaveLength(1);
    expect(Number(readFileSync(join(home, "priority"), "utf8"))).toBeGreaterThan(0);
  });

  test("have their failed tests run again only when all parts have ended", async () => {
    const { code, output, above, closing } = await gate(
      [part("main", "sleep 0.5; touch ended"), part("aside", "exit 1", "beside: true,")].join(", "),
    );
    expect({ code, above, closing }, output).toEqual({
      code: 0,
      above: "1 flaky, 0 not run",
      closing: "2 passed, 0 failed",
    });
  });

  test("run like any other if they are the only ones", async () => {
    const { code, output, closing } = await gate(part("aside", "echo first", "beside: true,"));
    expect({ code, closing }).toEqual({ code: 0, closing: "1 passed, 0 failed" });
    expect(output).toMatch(/\n== aside\nfirst\n/);
  });
});

describe("a test that this machine cannot run", { timeout: 300_000 }, () => {
  const lacking = `{ name: "unicorn", aptPackages: ["unicorn"], isThere: async () => false }`;
  const green = `async () => ({ passed: 1, failures: [], notRun: ["a test: there is no unicorn"], output: "" })`;

  test("is listed with the missing program, and does not fail the gate", async () => {
    const { code, output, above, closing } = await gate(
      `{ name: "planted", needs: [], wants: [${lacking}], run: ${green} }`,
    );
    expect({ code, above, closing }).toEqual({
      code: 0,
      above: "0 flaky, 1 not run",
      closing: "1 passed, 0 failed",
    });
    expect(output).toContain("not run on this machine:\n  a test: there is no unicorn\n");
  });

  test("is listed with the reason if it skips itself", async () => {
    put(
      "a.test.mjs",
      `import { test } from "vitest"; test("one", () => {}); test("two", ({ skip }) => skip("no moon"));`,
    );
    const { code, output, closing } = await gate(vitestPart);
    expect({ code, closing }).toEqual({ code: 0, closing: "1 passed, 0 failed" });
    expect(output).toContain("planted a.test.mjs > two: no moon");
  });

  test("fails the part in unattended runs only, if the part needs the program", async () => {
    const part = `{ name: "planted", needs: [${lacking}], run: ${green} }`;
    const unattended = await gate(part);
    expect(unattended).toMatchObject({ code: 1, closing: "0 passed, 1 failed" });
    expect(unattended.output).toContain("unicorn is missing; install it with: apt-get install -y unicorn");
    expect(await gate(part, "unattended: false")).toMatchObject({ code: 0, closing: "0 passed, 0 failed" });
  });

  test("does not fail the gate if its part needs a program that the gate cannot install", async () => {
    const optional = `{ name: "unicorn", install: "catch one", isThere: async () => false }`;
    const { code, output, above, closing } = await gate(
      `{ name: "horned", needs: [${optional}], run: ${green} }, { name: "other", needs: [], run: ${green} }`,
    );
    expect({ code, above, closing }).toEqual({
      code: 0,
      above: "0 flaky, 2 not run",
      closing: "1 passed, 0 failed",
    });
    expect(output).toContain("not run on this machine:\n  horned: unicorn is missing; catch one\n");
    expect(output).toContain("\n  horned: not run\n");
  });

  test("fails a part in which no test ran", async () => {
    const { code, closing } = await gate(
      `{ name: "planted", needs: [], run: async () => ({ passed: 0, failures: [], notRun: [], output: "" }) }`,
    );
    expect({ code, closing }).toEqual({ code: 1, closing: "0 passed, 1 failed" });
  });

  test("does not hide a part that throws: it is run again, and fails with its error", async () => {
    const { code, output, closing } = await gate(
      `{ name: "planted", needs: [], run: async () => { throw new Error("no network"); } }`,
    );
    expect({ code, closing }).toEqual({ code: 1, closing: "0 passed, 1 failed" });
    expect(output).toMatch(
      /FAILED planted\n {2}first run:[\s\S]*no network[\s\S]*second run, alone:[\s\S]*no network/,
    );
  });
});
