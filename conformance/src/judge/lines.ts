import { decodeUtf8, isObject, type Json, type JsonObject, Malformed, read } from "../json/index.ts";
import type { Failure } from "../model.ts";
import { documentOf } from "./document.ts";
import { expectsRecords, isFailure, judgeFailures } from "./failures.ts";
import { finding, type Judged, mismatches } from "./finding.ts";
import { everyOp } from "./trace.ts";

type Stream = "stdout" | "stderr";

/** Judges the two streams: metrics, log lines and all other lines. */
export function judgeStreams(judged: Judged): Failure[] {
  const { step } = judged;
  const isRecord = (line: JsonObject) => isFailure(step, line);
  const failures: Failure[] = [];
  const out = sorted(judged, "stdout", failures);
  const err = sorted(judged, "stderr", failures);
  failures.push(
    ...mismatches("metrics", step.expect.metrics, out.spoken.map(metricOf)),
    ...mismatches("logs", step.expect.logs, err.spoken.filter((line) => !isRecord(line)).map(logOf)),
    ...judgeFailures(step, err.spoken.filter(isRecord)),
    ...mismatches("stdout", step.expect.stdout, out.others),
    ...(mayPrint(judged) ? [] : mismatches("stderr", step.expect.stderr, err.others)),
  );
  return failures.map((failure) => ({ ...failure, at: placeOf(failure.at) }));
}

const words: Record<string, string> = {
  ...{ metrics: "metric", logs: "log", failures: "failure" },
  ...{ stdout: "other stdout line", stderr: "other stderr line" },
};

/** Returns the place of an element of an output in words, counted from 1: `metric 2.data` for `metrics[1].data`. */
function placeOf(at: string): string {
  return at.replace(
    /^(metrics|logs|failures|stdout|stderr)\[(\d+)\]/,
    (_, list: string, i: string) => `${words[list]} ${Number(i) + 1}`,
  );
}

/** Whether the language's runtime may have written about a failure before the SDK or the adapter could catch it. */
function mayPrint({ step, lacks }: Judged): boolean {
  if (!lacks.has("quiet-panics")) return false;
  return everyOp(step.ops).some(({ outcome }) => outcome.kind === "fails") || expectsRecords(step);
}

interface Sorted {
  spoken: JsonObject[];
  others: string[];
}

const keys = { stdout: ["_metric", "timestamp", "data"], stderr: ["level", "timestamp", "message"] };

/** Separates the SDK's lines from others; an invalid line of the SDK is a failure, not another line. */
function sorted(judged: Judged, stream: Stream, failures: Failure[]): Sorted {
  const spoken: JsonObject[] = [];
  const others: string[] = [];
  const text = judged.seen[stream];
  if (text === null) {
    failures.push(finding(stream, "exceeds 8 MiB"));
    return { spoken, others };
  }
  const lines = text.split("\n");
  const last = lines.pop()!;
  if (last !== "") lines.push(last);
  let before = 0;
  for (const [i, line] of lines.entries()) {
    const at = `${stream} line ${i + 1}`;
    if (!isSpoken(line, stream)) {
      others.push(readable(line));
      continue;
    }
    const document = documentOf(line, judged.lacks);
    if ("problem" in document) {
      failures.push(finding(at, document.problem));
      continue;
    }
    const value = document.value as JsonObject;
    spoken.push(value);
    if (i === lines.length - 1 && last !== "") failures.push(finding(at, "has no line feed at its end"));
    failures.push(...keyFaults(at, value, stream));
    const time = timeOf(value.get("timestamp"));
    if (time === undefined) {
      failures.push(finding(`${at}.timestamp`, "is not a time of the form YYYY-MM-DDThh:mm:ss.sssZ [MET-3]"));
      continue;
    }
    failures.push(...timeFaults(`${at}.timestamp`, time, before, judged));
    before = time;
  }
  return { spoken, others };
}

/** Whether a line is the SDK's: an object with the stream's mark, or invalid JSON that contains it. */
function isSpoken(line: string, stream: Stream): boolean {
  const mark = keys[stream][0]!;
  try {
    const value = read(decodeUtf8(line));
    return isObject(value) && value.has(mark);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return line.includes(`"${mark}"`);
  }
}

function keyFaults(at: string, value: JsonObject, stream: Stream): Failure[] {
  const allowed = stream === "stderr" && value.has("data") ? [...keys.stderr, "data"] : keys[stream];
  const missing = allowed.filter((key) => !value.has(key));
  const extra = [...value.keys()].filter((key) => !allowed.includes(key));
  if (missing.length === 0 && extra.length === 0) return [];
  return [finding(at, `expected the keys ${allowed.join(", ")}, got ${[...value.keys()].join(", ")}`)];
}

/** Returns the milliseconds since 1970 of a valid time in the contract's form; otherwise undefined. */
export function timeOf(value: Json | undefined): number | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) || new Date(time).toISOString() !== value ? undefined : time;
}

function timeFaults(at: string, time: number, before: number, { seen, step }: Judged): Failure[] {
  if (time < seen.startedAt) return [finding(at, "is before the start of the step")];
  if (time > seen.endedAt) return [finding(at, "is after the end of the step")];
  const together =
    step.ops.some(({ op }) => op === "parallel" || op === "background") || step.kind === "serve";
  return time < before && !together ? [finding(at, "is before the time of the previous line")] : [];
}

const metricOf = (line: JsonObject): Json => [line.get("_metric") ?? null, line.get("data") ?? null];

function logOf(line: JsonObject): Json {
  const head = [line.get("level") ?? null, line.get("message") ?? null];
  return line.has("data") ? [...head, line.get("data")!] : head;
}

function readable(line: string): string {
  try {
    return decodeUtf8(line);
  } catch {
    return `bytes that are not UTF-8: ${Buffer.from(line, "latin1").toString("hex")}`;
  }
}
