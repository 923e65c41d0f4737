import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cases, quiet, Workplace } from "./workplace.ts";

const here = new Workplace({ ...quiet, ...cases });
const listed = async (request: Parameters<typeof here.command>[0]) => {
  const { exit, said } = await here.command({ list: true, ...request });
  return [exit, ...said.split("\n").flatMap((line) => /^(\S+) \[/.exec(line)?.[1] ?? [])];
};

describe("cases of another folder", () => {
  test("are listed with clauses, titles, the number of owed verdicts and those not owed", async () => {
    expect((await here.command({ list: true })).said).toBe(
      [
        "log.silence [LOG-1] A bot that says nothing logs nothing",
        "metric.silence [MET-1] A bot that does nothing leaves nothing behind",
        "metric.one/a [MET-1] A metric is a line",
        "metric.one/b [MET-1] A metric is a line",
        "",
        "4 cases of 3 templates, 4 verdicts owed:",
        "  quiet 4",
        "  not owed: log.threads by quiet, lacks threads",
      ].join("\n"),
    );
  });

  test("are chosen by --area, by --case, and by both", async () => {
    expect(await listed({ area: ["log"] })).toEqual([0, "log.silence"]);
    expect(await listed({ case: ["metric.one"] })).toEqual([0, "metric.one/a", "metric.one/b"]);
    expect(await listed({ case: ["metric.one/b", "log.silence"] })).toEqual([
      0,
      "log.silence",
      "metric.one/b",
    ]);
    expect(await listed({ area: ["metric"], case: ["log.silence"] })).toEqual([0]);
  });

  test.each([
    ["an area that there is not", { area: ["metrics"] }, "botyard-conformance: there is no area metrics"],
    [
      "a case that there is not",
      { case: ["metric.two"] },
      "botyard-conformance: there is no case metric.two",
    ],
    [
      "a case to explain that there is not",
      { explain: "log.silent" },
      "botyard-conformance: there is no case log.silent",
    ],
    [
      "a folder that there is not",
      { cases: "/nowhere" },
      "/nowhere: cannot be read as a folder of cases (ENOENT)",
    ],
    ["a testee that there is not", { testee: ["perl"] }, "perl: there is no testee of this name: "],
    [
      "a testee's file that there is not",
      { testee: ["/nowhere/testee.yaml"] },
      "/nowhere/testee.yaml: no such file; ",
    ],
  ])("%s is refused with a sentence", async (_, request, sentence) => {
    const { exit, said } = await here.command(request);
    expect([exit, said.startsWith(sentence)], said).toEqual(["refused", true]);
  });

  test("that are invalid are refused with file and line before anything is started", async () => {
    here.put("wrong/metric/a.yaml", "- id: metric.a\n  titel: x\n");
    const { exit, said } = await here.command({ cases: here.path("wrong"), json: here.path("none.json") });
    expect([exit, said]).toEqual([
      "refused",
      expect.stringContaining("wrong/metric/a.yaml:2:3: a case has no key titel"),
    ]);
    expect(existsSync(here.path("none.json"))).toBe(false);
  });

  test("that do not exist are refused in known failures with file and line", async () => {
    here.put(
      "listing/testee.yaml",
      'name: listing\nlanguage: Shell\nstart: ["true"]\nknown_failures: known.yaml\n',
    );
    here.put("listing/known.yaml", '\n- { case: metric.two, fails: x, reason: z, since: "2026-11-20" }\n');
    const { exit, said } = await here.command({ testee: [here.path("listing")] });
    expect([exit, said]).toEqual([
      "refused",
      expect.stringMatching(/listing\/known\.yaml:2:\d+: there is no case metric\.two/),
    ]);
  });
});

describe("two testees", () => {
  test("of the same folder are one", async () => {
    const { said } = await here.command({
      list: true,
      testee: [here.path("quiet"), here.path("quiet/testee.yaml")],
    });
    expect(said).toContain("4 verdicts owed:\n  quiet 4\n");
  });

  test("of the same name in two folders are refused", async () => {
    here.put("other/testee.yaml", quiet["quiet/testee.yaml"]);
    const { exit, said } = await here.command({
      list: true,
      testee: [here.path("quiet"), here.path("other")],
    });
    expect([exit, said]).toEqual(["refused", expect.stringMatching(/two testees are named quiet/)]);
  });
});

test("a run without an owed verdict is reported and is not a success", async () => {
  expect(await here.command({ case: ["log.threads"] })).toEqual({
    ...{ exit: 1, said: "No verdict is owed: every testee lacks a capability that the chosen cases need." },
  });
});

test("--explain prints a script for the shell, with the testee's start and the case's own files", async () => {
  const { exit, said } = await here.command({ explain: "metric.one" });
  expect(exit).toBe(0);
  expect(said).toContain("# metric.one/a, written in cases/metric/small.yaml:");
  expect(said).toContain('{"v":1,"ops":[{"id":"0","op":"metric","args":["a",{}]}]}');
  expect(said).toContain(`sh ${here.path("quiet/run.sh")} < /dev/null; echo "exit code $?"`);
  expect(said).not.toContain("expect");
  expect(readFileSync(here.path("quiet/run.sh"), "utf8")).toBe(quiet["quiet/run.sh"]);
});

test("--explain ends background processes: by the signal of the case, or by Enter", async () => {
  here.put(
    "background/server/a.yaml",
    `- id: server.a
  title: A bot is told to go, and then another one
  clauses: [Q-29]
  steps:
    - run: { signal: { send: INT, when: "a file" }, ops: [{ touch: ["a file"] }] }
    - serve: { env: { RESULT_PATH: "a result" }, stop: TERM, ops: [query.run: []] }
`,
  );
  const { said } = await here.command({ cases: here.path("background"), explain: "server.a" });
  const end = '\nwait $!; echo "exit code $?"\n';
  expect(said).toContain(`until [ -e 'a file' ]; do sleep 0.1; done; kill -s INT $!${end}`);
  expect(said).toContain(`; read -r; kill -s TERM $!${end}`);
  expect(said).toContain("rm -f 'a result'; ");
});
