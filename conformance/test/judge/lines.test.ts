import { expect, test } from "vitest";
import { corpus, judged, log, metric, stepOf } from "./recorded.ts";

corpus("metrics", "run: { ops: [] }\nexpect: { metrics: [[m, { a: 1 }], [o, {}]] }", {
  passes: {
    "each in its order": { stdout: metric('{"a":1}') + metric("{}", "o") },
    "with their keys in another order": {
      stdout: `{"data":{"a":1.0},"timestamp":"2026-11-20T10:00:01.000Z","_metric":"m"}\n${metric("{}", "o")}`,
    },
  },
  fails: {
    "one less": [{ stdout: metric('{"a":1}') }, 'metric 2: expected ["o",{}], got nothing'],
    "one more": [
      { stdout: metric('{"a":1}') + metric("{}", "o") + metric("{}", "p") },
      'metric 3: expected nothing, got ["p",{}]',
    ],
    "in another order": [
      { stdout: metric("{}", "o") + metric('{"a":1}') },
      'metric 1[0]: expected "m", got "o"',
    ],
    "of another value": [
      { stdout: metric('{"a":2}') + metric("{}", "o") },
      "metric 1[1].a: expected 1, got 2",
    ],
    "on the other stream": [
      { stderr: metric('{"a":1}') + metric("{}", "o") },
      'metric 1: expected ["m",{"a":1}], got nothing',
      /^other stderr line 1: expected nothing, got ".*_metric/,
    ],
    "without the last line feed": [
      { stdout: metric('{"a":1}') + metric("{}", "o").trimEnd() },
      "stdout line 2: has no line feed at its end",
    ],
    "two on one line": [
      { stdout: metric('{"a":1}').trimEnd() + metric("{}", "o") },
      /^stdout line 1: not valid JSON: text after/,
      'metric 1: expected ["m",{"a":1}], got nothing',
    ],
    "with an empty line between": [
      { stdout: `${metric('{"a":1}')}\n${metric("{}", "o")}` },
      'other stdout line 1: expected nothing, got ""',
    ],
    "with another line before": [
      { stdout: `starting\n${metric('{"a":1}')}${metric("{}", "o")}` },
      'other stdout line 1: expected nothing, got "starting"',
    ],
    "with a key more": [
      { stdout: metric('{"a":1},"id":1') + metric("{}", "o") },
      "stdout line 1: expected the keys _metric, timestamp, data, got _metric, timestamp, data, id",
    ],
    "without data": [
      { stdout: metric('{"a":1}') + metric("{}", "o").replace(',"data":{}', "") },
      "stdout line 2: expected the keys _metric, timestamp, data, got _metric, timestamp",
      "metric 2[1]: expected {}, got null",
    ],
    "with the type under another name": [
      { stdout: metric('{"a":1}') + metric("{}", "o").replace("_metric", "metric") },
      'metric 2: expected ["o",{}], got nothing',
      /^other stdout line 1: expected nothing, got ".*metric/,
    ],
  },
});

corpus("log lines", "run: { ops: [] }\nexpect: { logs: [[info, a], [warn, b, { c: 1 }]] }", {
  passes: { "each in its order": { stderr: log("a") + log("b", '{"c":1}', "warn") } },
  fails: {
    "one less": [{ stderr: log("a") }, 'log 2: expected ["warn","b",{"c":1}], got nothing'],
    "one twice": [
      { stderr: log("a") + log("a") + log("b", '{"c":1}', "warn") },
      'log 2[0]: expected "warn", got "info"',
    ],
    "with data that was not given": [
      { stderr: log("a", "null") + log("b", '{"c":1}', "warn") },
      "log 1[2]: expected nothing, got null",
    ],
    "without its data": [
      { stderr: log("a") + log("b", undefined, "warn") },
      'log 2[2]: expected {"c":1}, got nothing',
    ],
    "of another level": [
      { stderr: log("a", undefined, "INFO") + log("b", '{"c":1}', "warn") },
      'log 1[0]: expected "info", got "INFO"',
    ],
    "with a key more": [
      { stderr: log("a").replace("}", ',"logger":"bot"}') + log("b", '{"c":1}', "warn") },
      "stderr line 1: expected the keys level, timestamp, message, got level, timestamp, message, logger",
    ],
    "without a message": [
      { stderr: log("a").replace(',"message":"a"', "") + log("b", '{"c":1}', "warn") },
      "stderr line 1: expected the keys level, timestamp, message, got level, timestamp",
      'log 1[1]: expected "a", got null',
    ],
    "without a line feed": [
      { stderr: log("a") + log("b", '{"c":1}', "warn").trimEnd() },
      "stderr line 2: has no line feed at its end",
    ],
    "on standard output": [
      { stdout: log("a"), stderr: log("b", '{"c":1}', "warn") },
      'log 1[0]: expected "info", got "warn"',
      /^other stdout line 1: expected nothing, got ".*level/,
    ],
    "and a warning of the language": [
      { stderr: `${log("a")}${log("b", '{"c":1}', "warn")}(node:7) Warning: old\n` },
      'other stderr line 1: expected nothing, got "(node:7) Warning: old"',
    ],
  },
});

const own = 'run: { ops: [] }\nexpect: { stdout: ["x", { $regex: "y" }], stderr: ["z"] }';
corpus("lines of bot code's own", own, {
  passes: {
    "with line feeds": { stdout: "x\nxyz\n", stderr: "z\n" },
    "without the last one, as bot code wrote them": { stdout: "x\ny", stderr: "z" },
  },
  fails: {
    "a line less": [
      { stdout: "x\n", stderr: "z" },
      'other stdout line 2: expected {"$regex":"y"}, got nothing',
    ],
    "a line more": [{ stdout: "x\ny\n\n", stderr: "z" }, 'other stdout line 3: expected nothing, got ""'],
    "a space more": [{ stdout: "x\ny", stderr: "z " }, 'other stderr line 1: expected "z", got "z "'],
    "bytes that are no text": [
      { stdout: "x\ny", stderr: "\xff" },
      'other stderr line 1: expected "z", got "bytes that are not UTF-8: ff"',
    ],
  },
});

corpus("streams that the case waives", "run: { ops: [] }\nexpect: { stdout: any, stderr: any }", {
  passes: {
    "any lines": { stdout: "x\n\n{}\n[1]\n7\n\xff", stderr: "Traceback\n  …\n" },
    "a line with the mark inside of a value": { stdout: '{"a":{"_metric":1}}\n["_metric"]\n' },
  },
  fails: {
    "a metric all the same": [{ stdout: metric("{}") }, 'metric 1: expected nothing, got ["m",{}]'],
    "a log line all the same": [{ stderr: log("a") }, 'log 1: expected nothing, got ["info","a"]'],
    "what was to be a metric and is no JSON": [
      { stdout: '{"_metric":' },
      'stdout line 1: not valid JSON: unexpected end at position 11, near "{\\"_metric\\":"',
    ],
    "more than the runner keeps": [{ stdout: null }, "stdout: exceeds 8 MiB"],
    "more than it keeps of standard error": [{ stderr: null }, "stderr: exceeds 8 MiB"],
  },
});

test("the keys of a line are checked whatever the case waives", () => {
  const step = stepOf("run: { ops: [] }\nexpect: { metrics: { $any: true }, logs: { $any: true } }");
  expect(judged(step, { stdout: metric("{}"), stderr: log("a") })).toEqual([]);
  expect(
    judged(step, { stdout: metric('{},"x":1'), stderr: log("a", "{}").replace("message", "msg") }),
  ).toEqual([
    "stdout line 1: expected the keys _metric, timestamp, data, got _metric, timestamp, data, x",
    "stderr line 1: expected the keys level, timestamp, message, data, got level, timestamp, msg, data",
  ]);
});
