import { describe, expect, test } from "vitest";
import type { Delivered, Verdict } from "../../src/model.ts";
import { deliver, fingerprint, isGreen, notRun, setUpError } from "../../src/run/ledger.ts";
import { delivered, failure, known, owed, ran, testee } from "./delivered.ts";

const wrong = failure("metric 1", "expected 1, got 2");

describe("the verdict of a case", () => {
  test("is a pass without failures, with the time taken", () => {
    expect(deliver(owed("metric.a"), ran())).toEqual(delivered("metric.a", "pass", { seconds: 0.25 }));
  });

  test.each<[Verdict, Parameters<typeof ran>]>([
    ["fail", [wrong, failure("exit", "expected 0, got 1")]],
    ["error", [failure("trace", "its last line is incomplete", "error"), wrong]],
    ["crash", [failure("exit", "was killed by SIGSEGV", "crash"), wrong]],
    ["timeout", [failure("exit", "did not end within the time limit", "timeout")]],
  ])("is %s by its first failure", (verdict, failures) => {
    expect(deliver(owed("metric.a"), ran(...failures))).toMatchObject({ verdict, failures });
  });

  test("names the second testee of a pair", () => {
    const pair = owed("pairs.a", testee("node"), testee("python"));
    expect(deliver(pair, ran())).toMatchObject({ testee: "node", peer: "python", area: "pairs" });
  });

  test("is not-run if the case was not started, and error if its testee could not be built", () => {
    expect(notRun(owed("metric.a"), "the run was stopped")).toMatchObject({
      verdict: "not-run",
      failures: [failure("runner", "the run was stopped", "error")],
    });
    expect(setUpError(owed("metric.a"), "could not be built")).toMatchObject({
      verdict: "error",
      failures: [failure("testee", "could not be built", "error")],
    });
  });
});

describe("a case that is listed as a known failure", () => {
  const listed = owed("metric.a", testee("node", { knownFailures: [known("metric.a", fingerprint(wrong))] }));

  test("is a known failure while it fails with the listed text", () => {
    expect(fingerprint(wrong)).toBe("metric 1: expected 1, got 2");
    expect(deliver(listed, ran(wrong, failure("other stderr line 1", "more")))).toMatchObject({
      verdict: "known-fail",
    });
  });

  test("is stale if it passes, and shows the listed reason", () => {
    const text = "passes, but is listed as a known failure: numbers are rounded";
    expect(deliver(listed, ran())).toMatchObject({
      verdict: "stale-known",
      failures: [failure("known failure", text)],
    });
  });

  test.each([
    ["in other words", failure("metric 1", "expected 1, got 3")],
    ["at another place", failure("metric 2", "expected 1, got 2")],
    ["in more words", failure("metric 1", "expected 1, got 2.5")],
  ])("fails if it fails %s", (_, other) => {
    const one = deliver(listed, ran(other, wrong));
    const text = "differs from the listed failure: metric 1: expected 1, got 2";
    expect([one.verdict, one.failures]).toEqual(["fail", [other, failure("known failure", text), wrong]]);
  });

  test("may be a crash, which is listed with the first line of its report", () => {
    const crash = failure("exit", "was killed by SIGABRT", "crash");
    const aborts = testee("node", { knownFailures: [known("metric.a", "exit: was killed by SIGABRT")] });
    expect(deliver(owed("metric.a", aborts), ran(crash, wrong))).toMatchObject({ verdict: "known-fail" });
    const other = failure("exit", "was killed by SIGSEGV", "crash");
    expect(deliver(owed("metric.a", aborts), ran(other))).toMatchObject({
      verdict: "crash",
      failures: [
        other,
        failure("known failure", "differs from the listed failure: exit: was killed by SIGABRT"),
      ],
    });
  });

  test.each(["timeout", "error"] as const)("is not excused for a %s, in whatever words", (verdict) => {
    const worse = failure(wrong.at, wrong.text, verdict);
    expect(deliver(listed, ran(worse))).toMatchObject({ verdict, failures: [worse] });
  });

  test("is not excused where its testee could not be built", () => {
    expect(setUpError(listed, wrong.text)).toMatchObject({ verdict: "error" });
  });

  test("applies to neither another row of its table nor another testee", () => {
    expect(deliver(owed("metric.a/row", listed.testee), ran(wrong))).toMatchObject({ verdict: "fail" });
    expect(deliver(owed("metric.a", testee("python"), listed.testee), ran(wrong))).toMatchObject({
      verdict: "fail",
    });
  });
});

describe("a run", () => {
  const due = [owed("metric.a"), owed("metric.b"), owed("pairs.a", testee("node"), testee("python"))];
  const pass = due.map((one) => deliver(one, ran()));
  const without = (n: number): Delivered[] => pass.toSpliced(n, 1);

  test("is green if every owed verdict is a pass or a known failure", () => {
    expect(isGreen(due, pass)).toBe(true);
    expect(isGreen(due, pass.toReversed())).toBe(true);
    expect(isGreen(due, [...without(1), delivered("metric.b", "known-fail")])).toBe(true);
  });

  test.each<Verdict>(["fail", "error", "crash", "timeout", "stale-known", "not-run"])(
    "is red for one %s",
    (verdict) => {
      expect(isGreen(due, [...without(1), delivered("metric.b", verdict)])).toBe(false);
    },
  );

  test("is red if a verdict is missing, duplicated or not owed", () => {
    expect(isGreen(due, without(0))).toBe(false);
    expect(isGreen(due, [...pass, pass[0]!])).toBe(false);
    expect(isGreen(due, [...without(0), pass[1]!])).toBe(false);
    expect(isGreen(due, [...without(0), delivered("metric.c", "pass")])).toBe(false);
    expect(isGreen(due, [...without(2), delivered("pairs.a", "pass", { peer: "node" })])).toBe(false);
  });

  test("without an owed verdict is red", () => {
    expect(isGreen([], [])).toBe(false);
  });
});
