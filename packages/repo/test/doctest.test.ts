import { expect, test } from "vitest";
import { doctest } from "../src/run/doctest.ts";

const passes =
  '<TestCase name="a &lt;b&gt;, c" filename="a" line="1">\n<OverallResultsAsserts successes="1" failures="0" test_case_success="true"/>\n</TestCase>';
const fails =
  '<TestCase name="it breaks, then" filename="a" line="2">\n<Expression success="false"><Original>1 == 2</Original></Expression><OverallResultsAsserts successes="0" failures="1" test_case_success="false"/>\n</TestCase>';
const skipped = '<TestCase name="other" filename="a" line="3" skipped="true"/>';
const end = (successes: number, failures: number) =>
  `<OverallResultsTestCases successes="${successes}" failures="${failures}" skipped="1"/>`;

test("verdicts of doctest are counted one by one; a test that fails is run again by its name", async () => {
  const runs: string[][] = [];
  const outputs = [`${passes}${skipped}${fails}${end(1, 1)}`, `${passes}${end(1, 0)}`];
  const outcome = await doctest("planted", async (args) => {
    runs.push(args);
    return { code: runs.length === 1 ? 1 : 0, output: outputs[runs.length - 1]! };
  });
  expect(outcome.passed).toBe(1);
  expect(outcome.failures.map(({ name }) => name)).toEqual(["planted it breaks, then"]);
  expect(outcome.failures[0]!.output).toContain("1 == 2");
  expect(await outcome.failures[0]!.again!()).toMatchObject({ passed: 1, failures: [] });
  expect(runs[1]).toEqual(["--reporters=xml", "--test-case=it breaks? then"]);
});

test.each([
  ["ends early", { code: 1, output: passes }, "planted: 1 of an unknown number of tests ended"],
  ["loses a test", { code: 0, output: `${passes}${end(2, 0)}` }, "planted: 1 of 2 tests ended"],
  ["has no test", { code: 0, output: end(0, 0) }, "planted: 0 of 0 tests ended"],
  [
    "fails at its end",
    { code: 23, output: `${passes}${end(1, 0)}` },
    "planted: the tests exited with code 23",
  ],
])("a program of doctest that %s fails", async (_, ended, name) => {
  const outcome = await doctest("planted", async () => ended);
  expect(outcome.failures.map((failure) => failure.name)).toEqual([name]);
});
