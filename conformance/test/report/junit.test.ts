import { describe, expect, test } from "vitest";
import type { Delivered } from "../../src/model.ts";
import { junitReport } from "../../src/report/junit.ts";
import { delivered, failure } from "../run/delivered.ts";
import { type Element, readXml } from "./well-formed.ts";

const suitesOf = (all: Delivered[]): Element[] => readXml(junitReport(all)).children;
const one = (text: string): Element =>
  suitesOf([delivered("metric.a", "fail", { failures: [failure("exit", text)] })])[0]!.children[0]!;

describe("a JUnit report", () => {
  test("has a suite for each testee, and a test for each verdict with area, testees and time", () => {
    const [node, python] = suitesOf([
      delivered("metric.a", "pass"),
      delivered("pairs.a/row", "pass", { peer: "python", seconds: 1.25 }),
      delivered("metric.a", "pass", { testee: "python" }),
    ]);
    expect(node!.attributes).toEqual({ name: "node", tests: "2", failures: "0", errors: "0", time: "1.750" });
    expect(node!.children.map(({ attributes }) => attributes)).toEqual([
      { classname: "node.metric", name: "metric.a", time: "0.500" },
      { classname: "node > python.pairs", name: "pairs.a/row", time: "1.250" },
    ]);
    expect(node!.children.flatMap(({ children }) => children)).toEqual([]);
    expect(python!.attributes).toMatchObject({ name: "python", tests: "1" });
  });

  test("distinguishes failures from errors, and never skips a test", () => {
    const verdicts = [
      "pass",
      "known-fail",
      "fail",
      "stale-known",
      "error",
      "crash",
      "timeout",
      "not-run",
    ] as const;
    const [suite] = suitesOf(verdicts.map((verdict) => delivered(`metric.${verdict}`, verdict)));
    expect(suite!.attributes).toMatchObject({ tests: "8", failures: "2", errors: "4" });
    expect(
      suite!.children.map(({ children }) =>
        children.map(({ name, attributes }) => (attributes.type ? `${name} ${attributes.type}` : name)),
      ),
    ).toEqual([
      ...[[], ["system-out"], ["failure fail"], ["failure stale-known"]],
      ...[["error error"], ["error crash"], ["error timeout"], ["error not-run"]],
    ]);
    expect(suite!.children[1]!.children[0]!.text).toBe("known failure: exit: expected 0, got 1");
  });

  test("holds every failure of a case", () => {
    const failures = [
      failure("exit", "was killed by SIGSEGV", "crash"),
      failure("other stdout line 1", "expected nothing"),
    ];
    const [suite] = suitesOf([delivered("metric.a", "crash", { failures })]);
    expect(suite!.children[0]!.children[0]!.text).toBe(
      "exit: was killed by SIGSEGV\nother stdout line 1: expected nothing",
    );
  });

  test.each([
    ["markup", `</error>&amp;<a b="c" d='e'>`],
    ["the end of a CDATA section", "a]]>b"],
    ["characters from everywhere", "é€😀\u2028\u00a0"],
    ["tabs and line feeds", "a\tb\nc"],
  ])("keeps %s as it is", (_, text) => {
    expect(one(text).children[0]!.text).toBe(`exit: ${text}`);
  });

  test.each([
    ["control characters", "a\u0000b\u001b[31mc\u007f", "a\ufffdb\ufffd[31mc\ufffd"],
    ["unpaired surrogates", "a\ud800b\udc00", "a\ufffdb\ufffd"],
    ["characters that are none", "\ufffe\uffff", "\ufffd\ufffd"],
  ])("puts U+FFFD for %s, which XML cannot hold", (_, text, shown) => {
    expect(one(text).children[0]!.text).toBe(`exit: ${shown}`);
  });

  test("is well-formed for a testee and a case with odd names", () => {
    const [suite] = suitesOf([delivered('a.<"&">', "fail", { testee: '"<&>\u0007', area: "<" })]);
    expect(suite!.attributes.name).toBe('"<&>\ufffd');
    expect(suite!.children[0]!.attributes.name).toBe('a.<"&">');
  });

  test("without a verdict is well-formed", () => {
    expect(suitesOf([])).toEqual([]);
  });
});

test.each([
  "<a>",
  "<a></b>",
  "<a>]]></a>",
  "<a>&nbsp;</a>",
  "<a>\u0000</a>",
  '<a b="1" b="2"/>',
  "<a/><b/>",
  "<a b=1/>",
])("the XML parser of these tests refuses %j", (xml) => {
  expect(() => readXml(xml)).toThrow();
});
