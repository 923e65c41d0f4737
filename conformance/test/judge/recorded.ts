import { describe, expect, test } from "vitest";
import { readCases } from "../../src/cases/case.ts";
import { knownOf } from "../../src/cases/index.ts";
import { readYaml } from "../../src/cases/yaml/read.ts";
import { errorTableOf } from "../../src/judge/error-table.ts";
import { judgeStep } from "../../src/judge/step.ts";
import type { Case, Observation, SeenAnswer, SeenExchange, SeenFile, Step } from "../../src/model.ts";
import { bundledContract } from "../../src/spec/contract.ts";

/** Start of every recorded step, which takes two seconds. */
export const began = Date.parse("2026-11-20T10:00:00.000Z");
export const time = "2026-11-20T10:00:01.000Z";

const contract = bundledContract();
export const errors = errorTableOf(contract);
const known = knownOf(contract);

/** Returns a case with these steps, written as YAML. */
export function caseOf(...steps: string[]): Case {
  const listed = steps.map((step) => `    - ${step.trim().replaceAll("\n", "\n      ")}\n`).join("");
  const text = `- id: metric.recorded\n  title: Recorded\n  clauses: [MET-1]\n  steps:\n${listed}`;
  const source = readYaml(text, "recorded.yaml");
  const [one] = readCases(source, "metric", { ...known, ids: new Map() });
  if (!one || source.problems.length > 0) throw new Error(JSON.stringify(source.problems));
  return one;
}

export const stepOf = (yaml: string): Step => caseOf(yaml).steps[0]!;

/** Returns a recording of a step in which only the given things happened. */
export function recording(step: Step, seen: Partial<Observation> = {}): Observation {
  const folders = Object.fromEntries(["code", "out", "home", "tmp"].map((name) => [name, folder]));
  const { before = {}, after = before, ...other } = seen;
  return {
    ...{ startedAt: began, endedAt: began + 2000, exit: { code: 0 }, stdout: "", stderr: "" },
    ...{ trace: step.kind === "run" ? '{"end":true}\n' : "", torn: [], strays: [], names: [], leftOver: [] },
    ...{
      exchanges: [],
      ready: true,
      listening: false,
      unasked: "",
      placeholders: { dir: "/case", nonce: "abcdefghijkl" },
    },
    env: { CODE_MOUNT_DIR: "/case/code", RESULT_PATH: "/case/out/result.json", STATE_DIR: "/case/state" },
    ...other,
    before: { ...folders, ...before },
    after: { ...folders, ...after },
  };
}

/** Returns one line for each failure, prefixed with its verdict unless that is fail. */
export function judged(step: Step, seen: Partial<Observation>, lacks: string[] = []): string[] {
  const found = judgeStep({ step, seen: recording(step, seen), lacks: new Set(lacks), errors });
  return found.map(({ verdict, at, text }) => `${verdict === "fail" ? "" : `${verdict} `}${at}: ${text}`);
}

export interface Corpus {
  /** Recordings that pass. */
  passes: Record<string, Partial<Observation>>;
  /** Near-misses, each with all failures that are expected. */
  fails: Record<string, [seen: Partial<Observation>, ...said: (string | RegExp)[]]>;
  lacks?: string[];
}

/** Defines a test for each recording of a step: it passes, or has exactly the listed failures. */
export function corpus(title: string, yaml: string, { passes, fails, lacks = [] }: Corpus): void {
  describe(title, () => {
    const step = stepOf(yaml);
    test("has recordings on either side", () => {
      expect(Object.keys(passes)).not.toEqual([]);
      expect(Object.keys(fails)).not.toEqual([]);
    });
    test.each(Object.entries(passes))("passes: %s", (_, seen) => {
      expect(judged(step, seen, lacks)).toEqual([]);
    });
    test.each(Object.entries(fails))("fails: %s", (_, [seen, ...said]) => {
      const due = said.map((text) => (text instanceof RegExp ? expect.stringMatching(text) : text));
      expect(judged(step, seen, lacks)).toEqual(due);
    });
  });
}

/** Returns the UTF-8 bytes as Latin-1 text, as in recordings. */
export const bytes = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
export const file = (text: string): SeenFile => ({ kind: "file", bytes: bytes(text) });
export const folder: SeenFile = { kind: "folder" };

export const metric = (data: string, type = "m", at = time): string =>
  bytes(`{"_metric":"${type}","timestamp":"${at}","data":${data}}\n`);
export const log = (message: string, data?: string, level = "info"): string =>
  bytes(
    `{"level":"${level}","timestamp":"${time}","message":"${message}"${data ? `,"data":${data}` : ""}}\n`,
  );

/** Returns a trace: `1 state.get` begins an op, `1 = 1` returns a value, `1 ! {…}` fails, `end` is the last line. */
export function trace(...notes: string[]): { trace: string } {
  const lines = notes.map((note) => {
    const [, id, sign, rest = ""] = /^(\S+)(?: (= |! )?(.*))?$/s.exec(note)!;
    if (id === "end") return '{"end":true}';
    if (sign === "= ") return `{"id":"${id}","value":${rest}}`;
    return sign === "! " ? `{"id":"${id}","error":${rest}}` : `{"id":"${id}","begin":"${rest}"}`;
  });
  return { trace: bytes(lines.map((line) => `${line}\n`).join("")) };
}

/** Returns an adapter's note of a failure (default advice: that of the contract's table). */
export function failure(
  code: string | null,
  message: string,
  other: { next?: string | null; cause?: string } = {},
) {
  const next = other.next === undefined && code !== null ? errors.adviceOf(code) : other.next;
  return JSON.stringify({ code, message, next: next ?? null, cause: other.cause ?? null });
}

export function answer(body: string, changes: Partial<SeenAnswer> = {}): SeenAnswer {
  const headers: [string, string][] = [
    ["Content-Type", "application/json"],
    ["Content-Length", String(bytes(body).length)],
  ];
  return { status: 200, headers, body: bytes(body), malformed: null, ...changes };
}

/** Returns the response to one exchange: one answer, several, or none. */
export function came(answers: SeenAnswer[] | SeenAnswer, changes: Partial<SeenExchange> = {}): SeenExchange {
  return { answers: [answers].flat(), closed: false, problem: null, ...changes };
}
