import { expect, test } from "vitest";
import { corpus, judged, log, metric, stepOf } from "./recorded.ts";

const at = (timestamp: string) => ({ stdout: metric("{}", "m", timestamp) });
const form = "stdout line 1.timestamp: is not a time of the form YYYY-MM-DDThh:mm:ss.sssZ [MET-3]";

corpus("the time of a metric", "run: { ops: [] }\nexpect: { metrics: [[m, {}]] }", {
  passes: {
    "within the step": at("2026-11-20T10:00:01.234Z"),
    "the moment it began": at("2026-11-20T10:00:00.000Z"),
    "the moment it ended": at("2026-11-20T10:00:02.000Z"),
  },
  fails: {
    "a millisecond too early": [
      at("2026-11-20T09:59:59.999Z"),
      "stdout line 1.timestamp: is before the start of the step",
    ],
    "a millisecond too late": [
      at("2026-11-20T10:00:02.001Z"),
      "stdout line 1.timestamp: is after the end of the step",
    ],
    "in another zone": [at("2026-11-20T10:00:01.000+00:00"), form],
    "in no zone": [at("2026-11-20T10:00:01.000"), form],
    "with a small z": [at("2026-11-20T10:00:01.000z"), form],
    "with a space": [at("2026-11-20 10:00:01.000Z"), form],
    "in seconds": [at("2026-11-20T10:00:01Z"), form],
    "in microseconds": [at("2026-11-20T10:00:01.000000Z"), form],
    "with a comma": [at("2026-11-20T10:00:01,000Z"), form],
    "of a day that there is not": [at("2026-02-30T10:00:01.000Z"), form],
    "of an hour that there is not": [at("2026-11-20T24:00:00.000Z"), form],
    "with a leap second": [at("2026-11-20T09:59:60.000Z"), form],
    "as a number": [{ stdout: at("").stdout.replace('""', "1795687201000") }, form],
    "not at all": [
      { stdout: at("").stdout.replace('"timestamp":"",', "") },
      "stdout line 1: expected the keys _metric, timestamp, data, got _metric, data",
      form,
    ],
  },
});

const later = metric("{}", "m", "2026-11-20T10:00:01.500Z");
const earlier = metric("{}", "m", "2026-11-20T10:00:01.499Z");
const back = "stdout line 2.timestamp: is before the time of the previous line";
const two = "metrics: [[m, {}], [m, {}]]";

corpus("the times of two metrics", `run: { ops: [] }\nexpect: { ${two} }`, {
  passes: {
    "one after the other": { stdout: earlier + later },
    "at the same moment": { stdout: later + later },
  },
  fails: {
    "going back by a millisecond": [{ stdout: later + earlier }, back],
  },
});

test("times may go back only with several threads or on a server", () => {
  const said = (yaml: string, trace?: string) =>
    judged(stepOf(`${yaml}\nexpect: { ${two} }`), { stdout: later + earlier, ...(trace ? { trace } : {}) });
  expect(said("run: { ops: [] }")).toEqual([back]);
  expect(said("serve: {}")).toEqual([]);
  const inThreads = said("run: { ops: [{ parallel: [[{ log.info: [x] }]], any: true }] }");
  expect(inThreads).not.toContain(back);
});

test("times of the two streams are not compared", () => {
  const step = stepOf("run: { ops: [] }\nexpect: { metrics: [[m, {}]], logs: [[info, a]] }");
  expect(judged(step, { stdout: later, stderr: log("a") })).toEqual([]);
  const early = log("a").replace("10:00:01", "09:00:01");
  expect(judged(step, { stdout: later, stderr: early })).toEqual([
    "stderr line 1.timestamp: is before the start of the step",
  ]);
});
