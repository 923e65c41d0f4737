import type { Case, Delivered, Failure, KnownFailure, Testee } from "../../src/model.ts";
import type { Owed, Ran } from "../../src/run/case.ts";
import { caseOf } from "../judge/recorded.ts";

/** Returns a testee with this name and defaults for the rest. */
export function testee(name: string, changes: Partial<Testee> = {}): Testee {
  const commands = { build: [], start: ["true"], env: {}, limit: 1 };
  const lists = { leaves: {}, lacks: {}, knownFailures: [] };
  return { name, language: "None", contract: "1.1", dir: "/nowhere", ...commands, ...lists, ...changes };
}

export function owed(
  id: string,
  by: Testee = testee("node"),
  peer: Testee | null = null,
  changes: Partial<Case> = {},
): Owed {
  const [area = ""] = id.split(".");
  const template = id.replace(/\/.*/, "");
  return { case: { ...caseOf("run: { ops: [] }"), id, template, area, ...changes }, testee: by, peer };
}

export const failure = (at: string, text: string, verdict: Failure["verdict"] = "fail"): Failure => ({
  ...{ verdict, at, text },
});

export const ran = (...failures: Failure[]): Ran => ({ steps: [], failures, seconds: 0.25 });

export function known(id: string, fails: string): KnownFailure {
  return { case: id, fails, reason: "numbers are rounded", since: "2026-11-20", line: 1 };
}

/** Returns a verdict as reports contain it. */
export function delivered(
  id: string,
  verdict: Delivered["verdict"],
  changes: Partial<Delivered> = {},
): Delivered {
  const [area = ""] = id.split(".");
  const failures = verdict === "pass" ? [] : [failure("exit", "expected 0, got 1")];
  const other = { clauses: ["MET-1"], seconds: 0.5, failures };
  return { testee: "node", peer: null, case: id, area, verdict, ...other, ...changes };
}
