import { describe, expect, test } from "vitest";
import { equal, read } from "../../src/json/index.ts";
import { judgeStep } from "../../src/judge/step.ts";
import { changedDocuments, readBytes } from "../../src/mutate/documents.ts";
import { mutantsOf } from "../../src/mutate/observation.ts";
import { changesOf } from "../../src/mutate/values.ts";
import { errors } from "../judge/recorded.ts";
import { durable, failing, killed, run, score, served } from "./recordings.ts";

const recordings = { run, served, killed, failing, durable };
const namesOf = ({ one, seen }: (typeof recordings)["run"]) => [
  ...new Set([...mutantsOf(one.steps[0]!, seen)].map(({ mutation }) => mutation)),
];

describe.each(Object.entries(recordings))("the recording %s", (_, recorded) => {
  const { one, seen } = recorded;
  const step = one.steps[0]!;

  test("passes unchanged", () => {
    expect(judgeStep({ step, seen, lacks: new Set(), errors })).toEqual([]);
  });

  test("differs from each of its mutants", () => {
    const own = JSON.stringify(seen);
    const same = [...mutantsOf(step, seen)].filter((mutant) => JSON.stringify(mutant.seen) === own);
    expect(same.map(({ mutation }) => mutation)).toEqual([]);
  });

  test("is not changed by making them", () => {
    const own = JSON.stringify(seen);
    expect([...mutantsOf(step, seen)].length).toBeGreaterThan(10);
    expect(JSON.stringify(seen)).toBe(own);
  });

  test("kills every one of them", () => {
    const { made, killed: dead, alive, unused } = score(recorded);
    expect([...alive]).toEqual([]);
    expect(dead).toBe(made);
    expect(unused).toEqual([]);
  });
});

describe("mutants", () => {
  test("are made for every channel of the observation", () => {
    const channels = (names: string[]) => [...new Set(names.map((name) => name.split(".")[0]))];
    expect(channels(namesOf(run))).toEqual([...["exit", "stdout", "stderr", "trace", "files", "processes"]]);
    expect(channels(namesOf(served))).toEqual([
      ...["exit", "stdout", "stderr", "trace", "files", "http", "processes", "port"],
    ]);
  });

  test("leave out flushes, move them, and write after them, only where files must be durable", () => {
    expect(namesOf(durable).filter((name) => name.startsWith("calls."))).toEqual([
      ...["calls.emptied", "calls.flush-less", "calls.flush-after-rename", "calls.write-after-flush"],
      ...["calls.write-in-place", "calls.folder-flush-less", "calls.folder-flush-too-early"],
    ]);
    const { one, seen } = durable;
    const other = { ...one.steps[0]!, expect: run.one.steps[0]!.expect };
    expect([...mutantsOf(other, seen)].filter(({ mutation }) => mutation.startsWith("calls."))).toEqual([]);
  });

  test("add or remove a line, change a value slightly, and make invalid documents", () => {
    expect(namesOf(run)).toEqual(
      expect.arrayContaining([
        ...["stdout.line-more", "stdout.line-less", "stdout.line-twice", "stdout.number-in-last-place"],
        ...["stderr.text-in-other-case", "stderr.time-with-offset", "stderr.time-too-late", "trace.end-less"],
        ...["trace.other-code", "trace.other-message", "trace.failure-more", "files.key-twice"],
        ...["files.not-utf-8", "files.byte-order-mark", "files.file-less", "files.written-over"],
        ...["exit.code-1", "exit.crash", "exit.timeout", "processes.left-behind"],
      ]),
    );
    expect(namesOf(served)).toEqual(
      expect.arrayContaining([
        ...["http.status-404", "http.content-type-less", "http.other-content-length", "http.answer-twice"],
        ...["http.body.key-more", "http.closed", "http.malformed", "port.never-open", "port.still-open"],
      ]),
    );
  });

  test("do not change calls and temporary files of a killed process", () => {
    const traced = [...mutantsOf(killed.one.steps[0]!, killed.seen)].filter(({ mutation }) =>
      /^trace\.(begin|outcome)-less/.test(mutation),
    );
    expect(traced).toHaveLength(2);
    const after = [...mutantsOf(killed.one.steps[0]!, killed.seen)].map(({ seen }) => seen.after);
    expect(after.every((files) => "state/.tmp-k-0123456789abcdef" in files)).toBe(true);
  });

  test("do not change an exit code to another one that is accepted", () => {
    expect(namesOf(failing).filter((name) => name.startsWith("exit."))).toEqual([
      ...["exit.code-0", "exit.crash", "exit.timeout"],
    ]);
  });
});

const values = [
  ...["0", "-0", "1.5", "1e5", "-1E-7", "9007199254740993", "true", "false", "null"],
  ...['""', '"a"', '"A"', '"😀"', '"ß"', "[]", "[1,1]", "[1,2]", '[[[["a"]]]]', "{}"],
  ...['{"a":1}', '{"a":1,"ax":1}', '{"a key more":null}', '{"__proto__":{"a":[null]}}'],
];

test.each(values)("each change of %s makes another value", (text) => {
  const value = read(text);
  const changes = changesOf(value);
  expect(changes.length).toBeGreaterThan(0);
  expect(changes.filter((change) => equal(change.value, value)).map(({ name }) => name)).toEqual([]);
});

test.each(values)("each change of the document %s makes other bytes: another value or none", (text) => {
  const value = read(text);
  const bytes = Buffer.from(text).toString("latin1");
  const wrong = [...changedDocuments(bytes)].filter((changed) => {
    const other = readBytes(changed.bytes);
    return other !== undefined && equal(other, value) && changed.name !== "white-space";
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test("a large value is changed only at its beginning", () => {
  expect(changesOf(Array.from({ length: 1000 }, () => "x"))).toHaveLength(40);
});
