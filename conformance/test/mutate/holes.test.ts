import { describe, expect, test } from "vitest";
import { file, log, metric, trace } from "../judge/recorded.ts";
import { recorded, run, score } from "./recordings.ts";

const lives = (yaml: string, seen: Parameters<typeof recorded>[1]) => [
  ...score(recorded(yaml, seen)).alive.keys(),
];

describe("a hole", () => {
  test("is an expectation that ignores a value", () => {
    const alive = lives("run: { ops: [] }\nexpect: { metrics: [[m, { a: { $any: true } }]] }", {
      stdout: metric('{"a":"x"}'),
    });
    expect(alive).toEqual(
      expect.arrayContaining(["stdout.text-longer", "stdout.text-shorter", "stdout.text-as-null"]),
    );
    expect(alive).not.toContain("stdout.line-less");
  });

  test("is an expectation that is wider than necessary", () => {
    expect(
      lives("run: { ops: [] }\nexpect: { result: { $has: { a: 1 } } }", {
        after: { "out/result.json": file('{"a":1}') },
      }),
    ).toEqual(["files.key-more"]);
    expect(
      lives("run: { ops: [] }\nexpect: { logs: [[info, { $regex: x }]] }", { stderr: log("x") }),
    ).toEqual(["stderr.text-longer"]);
  });

  test("is an outcome of which only the type is checked", () => {
    const alive = lives("run: { ops: [{ state.list: [], returns: { $type: array } }] }", {
      ...trace("1 state.list", '1 = ["a"]', "end"),
    });
    expect(alive).toEqual(expect.arrayContaining(["trace.value.element-more", "trace.value.element-less"]));
  });

  test("is a file of which only the existence is checked", () => {
    const alive = lives("run: { ops: [] }\nexpect: { files: { tmp/x: { any: true } } }", {
      after: { "tmp/x": file("1") },
    });
    expect(alive).toContain("files.file-less");
  });

  test("is counted with its number of occurrences", () => {
    const twice = recorded(
      "run: { ops: [] }\nexpect: { metrics: { $each: [m, { $any: true }], count: 2 } }",
      {
        stdout: metric('{"a":true}') + metric('{"a":true}'),
      },
    );
    expect(score(twice).alive.get("stdout.boolean-flipped")).toBe(2);
  });

  test("does not exist in a stream that the case waives", () => {
    expect(lives("run: { ops: [] }\nexpect: { stderr: any }", { stderr: "Traceback\n" })).toEqual([]);
  });
});

describe("a tolerance", () => {
  const loose = recorded("run: { ops: [] }\nexpect: { result: { $has: { a: 1 } } }", {
    after: { "out/result.json": file('{"a":1}') },
  });
  const tolerates = [{ mutation: "files.key-more", reason: "other keys may come" }];

  test("allows a change to stay unnoticed, which counts neither as killed nor as a hole", () => {
    const { made, killed, alive, unused } = score(loose, { tolerates });
    expect([made - killed, alive.size, unused]).toEqual([1, 0, []]);
  });

  test("applies to one kind of change only", () => {
    const other = [{ mutation: "files.key-less", reason: "x" }];
    expect(score(loose, { tolerates: other })).toMatchObject({
      alive: new Map([["files.key-more", 1]]),
      unused: ["files.key-less"],
    });
  });

  test("that is not needed is reported", () => {
    expect(score(run, { tolerates }).unused).toEqual(["files.key-more"]);
  });

  test.each([
    [
      "parallel",
      "parallel: [[{ touch: [a] }]]",
      ["1 parallel", "1.1.1 touch", "1.1.1 = null", "1 = null", "end"],
    ],
    ["background", "background: [[{ touch: [a] }]]", ["1 background", "1 = null", "end"]],
  ])("may be unneeded in a case with %s, where runs differ", (_, op, notes) => {
    const raced = recorded(`run: { ops: [{ ${op} }] }`, trace(...notes));
    expect(score(raced, { tolerates }).unused).toEqual([]);
  });
});
