import { counted } from "../counted.ts";
import { decodeUtf8, isObject, type Json, type JsonObject, Malformed, read, write } from "../json/index.ts";
import type { Failure, Op, Step } from "../model.ts";
import { finding, type Judged, mismatches } from "./finding.ts";
import { show } from "./match.ts";

interface Event {
  /** Index of the line in the trace. */
  at: number;
  begin: boolean;
  line: JsonObject;
}

/** How often a list of ops is run: a number, or once for each query or hook. */
type Times = number | "as asked";

/** Compares the trace with the ops: each must be called, in order, with the expected outcome. */
export function judgeTrace(judged: Judged): Failure[] {
  const { step } = judged;
  const lines = readTrace(judged.seen.trace);
  if (typeof lines === "string") return [finding("trace", lines, "error")];
  const unsupported = lines.find((line) => line.get("unsupported") === true);
  if (unsupported) {
    const id = String(unsupported.get("id"));
    const op = everyOp(step.ops).find((one) => one.id === id);
    return [finding(op ? nameOf(op) : `op ${id}`, "the adapter does not support this op", "error")];
  }
  const events = new Map<string, Event[]>();
  lines.forEach((line, at) => {
    const id = line.get("id");
    if (typeof id !== "string") return;
    const list = events.get(id) ?? [];
    list.push({ at, begin: line.has("begin"), line });
    events.set(id, list);
  });
  const failures = judgeList(step.ops, 1, events, judged);
  const known = new Set(idsOf(step.ops));
  for (const id of events.keys()) {
    if (!known.has(id))
      failures.push(finding("trace", `contains op ${id}, which is not in the script`, "error"));
  }
  const ended = lines.at(-1)?.get("end") === true;
  const mustEnd = step.kind === "run" && !step.ops.some(endsTheRun) && step.signal === null;
  if (mustEnd && !ended)
    failures.push(finding("trace", 'the script was not run to its end: {"end":true} is missing'));
  return failures;
}

/** Whether the trace must end with `{"end":true}`. */
export function comesToItsEnd({ kind, signal, ops }: Step): boolean {
  return kind === "run" && signal === null && !ops.some((op) => goesNoFurther(op) || op.uncaught);
}

function readTrace(trace: string): JsonObject[] | string {
  const pieces = trace.split("\n");
  if (pieces.pop() !== "") return "its last line is incomplete";
  const lines: JsonObject[] = [];
  for (const [i, piece] of pieces.entries()) {
    try {
      const line = read(decodeUtf8(piece));
      if (!isObject(line)) return `line ${i + 1} is not a JSON object`;
      if (!isNote(line)) return `line ${i + 1} is not a valid trace line`;
      lines.push(line);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      return `line ${i + 1} is not valid JSON: ${error.message}`;
    }
  }
  return lines;
}

/** Whether a line has one of the forms of schema/trace.schema.json. */
function isNote(line: JsonObject): boolean {
  if (line.has("end")) return line.get("end") === true;
  if (typeof line.get("id") !== "string") return false;
  const says = typeof line.get("begin") === "string" || line.has("value") || isObject(line.get("error"));
  return says || line.get("unsupported") === true;
}

/** `cut`: concurrent work may end the process at any time. */
function judgeList(
  ops: Op[],
  times: Times,
  events: Map<string, Event[]>,
  judged: Judged,
  cut = false,
): Failure[] {
  // A handler that was not queried, or an exit hook of a killed process; other judges see what is missing.
  if (times === "as asked" && !ops.some(({ id }) => events.has(id))) return [];
  const failures: Failure[] = [];
  let over = false;
  let killed = false;
  for (const op of ops) {
    const seen = events.get(op.id) ?? [];
    if (over || op.outcome.kind === "never-reached") {
      if (seen.length > 0) failures.push(finding(nameOf(op), "expected not to be called, but it was"));
      continue;
    }
    const cameBack = seen.some(({ begin }) => !begin);
    if (isSignal(op, judged) && !cameBack) break;
    over = goesNoFurther(op);
    if (killed && !cameBack) continue;
    if (seen.length === 0 && cut && op.outcome.kind === "any") continue;
    failures.push(...judgeOp(op, times, seen, judged));
    failures.push(...judgeInner(op, times, events, judged, cut || killed));
    killed ||= isSignal(op, judged);
  }
  // If calls are missing or repeated, their order means nothing.
  const isWhole = failures.length === 0 && !ops.some(({ outcome }) => outcome.kind === "any");
  if (typeof times === "number" && isWhole) {
    failures.push(...judgeOrder(ops, events));
  }
  return failures;
}

const besides = new Set(["at_exit", "background"]);

/** Whether the trace may lack its last line, because the op or work in the background ends the process. */
const endsTheRun = (op: Op): boolean =>
  goesNoFurther(op) || (besides.has(op.op) && listsOf(op).some((list) => list.some(endsTheRun)));

/** Whether the runner kills the process once this op has made its file; the op's outcome may then be missing. */
const isSignal = ({ op, args }: Op, { step: { signal, expect } }: Judged): boolean =>
  signal !== null && "signal" in expect.exit && op === "touch" && args[0] === signal.when;

const goesNoFurther = ({ outcome, uncaught }: Op): boolean =>
  outcome.kind === "ends" || (uncaught && outcome.kind === "fails");

function judgeOp(op: Op, times: Times, seen: Event[], judged: Judged): Failure[] {
  const { outcome } = op;
  const begins = seen.filter(({ begin }) => begin).length;
  const outcomes = seen.filter(({ begin }) => !begin);
  const at = nameOf(op);
  if (begins === 0) return [finding(at, "was not called")];
  if (outcome.kind === "any") return [];
  if (typeof times === "number" && begins !== times) {
    return [finding(at, `expected ${counted(times, "call")}, got ${begins}`)];
  }
  // Languages differ in whether they note a failure that is rethrown.
  if (outcome.kind === "ends") {
    return outcomes.length === 0 ? [] : [finding(at, "expected the call not to return, but it did")];
  }
  if (outcomes.length !== begins)
    return [finding(at, `${counted(begins, "call")}, but ${counted(outcomes.length, "outcome")}`)];
  return outcomes.flatMap(({ line }) => judgeOutcome(op, line, judged)).slice(0, 1);
}

function judgeOutcome({ op, id, outcome }: Op, line: JsonObject, judged: Judged): Failure[] {
  const at = `op ${id} ${op}`;
  const error = line.get("error");
  if (outcome.kind === "value") {
    if (error === undefined) return mismatches(`${at} returns`, outcome.value, line.get("value") ?? null);
    return [finding(at, `expected it to return, but it failed with ${errorText(error)}`)];
  }
  if (outcome.kind !== "fails") return [];
  const expected = `expected it to fail with ${outcome.code ?? notTheSdks}`;
  if (!isObject(error))
    return [finding(at, `${expected}, but it returned ${show(line.get("value") ?? null)}`)];
  const code = error.get("code") ?? null;
  if (code !== outcome.code) return [finding(at, `${expected}, got ${errorText(error)}`)];
  const message = error.get("message") ?? null;
  return [
    ...(outcome.message === null ? [] : mismatches(`${at} message`, outcome.message, message)),
    ...(outcome.cause === null ? [] : mismatches(`${at} cause`, outcome.cause, error.get("cause") ?? null)),
    ...judgeText(at, code, message, error.get("next") ?? null, judged),
  ];
}

/** Checks for every case that message and advice are those of the contract's table [ERR-1 … ERR-3]. */
function judgeText(at: string, code: Json, message: Json, next: Json, { errors, lacks }: Judged): Failure[] {
  if (typeof code !== "string") return [];
  const pattern = errors.messageOf(code);
  if (!pattern) return [finding(at, `the contract has no error ${code}`)];
  if (typeof message !== "string" || !pattern.test(message)) {
    return [
      finding(
        `${at} message`,
        `does not match the contract's message for ${code}: ${JSON.stringify(message)}`,
      ),
    ];
  }
  const advice = errors.adviceOf(code);
  if (next === advice || lacks.has("advice")) return [];
  return [
    finding(`${at} next`, `expected the advice ${JSON.stringify(advice)}, got ${JSON.stringify(next)}`),
  ];
}

/** A failure without a code of the contract. */
const notTheSdks = "a failure that is not the SDK's";

function errorText(error: Json): string {
  if (!isObject(error)) return "an invalid trace line";
  return `${error.get("code") ?? notTheSdks}: ${write(error.get("message") ?? null)}`;
}

function judgeInner(
  op: Op,
  times: Times,
  events: Map<string, Event[]>,
  judged: Judged,
  cut: boolean,
): Failure[] {
  const lists = listsOf(op);
  // One of the lists, an answer or a signal ends the process; the other lists may stop anywhere.
  const isEndedElsewhere = op.op === "background" && judged.step.kind !== "run";
  const cutShort = cut || isEndedElsewhere || (op.op === "parallel" && op.outcome.kind === "ends");
  if (op.op === "guarded") {
    // Whether the second list runs depends on the first; the case says so in its ops.
    return lists.flatMap((list) => judgeList(list, times, events, judged, cutShort));
  }
  const repeated = op.op === "repeat" ? Number(String(op.args[0])) : 1;
  const inner = asks.has(op.op) ? "as asked" : typeof times === "number" ? times * repeated : times;
  return lists.flatMap((list) => judgeList(list, inner, events, judged, cutShort));
}

const asks = new Set(["query.handler", "query.try_handler", "background", "at_exit"]);

/** Checks that the ops of one list do not overlap: begin, outcome, begin, outcome …, one round after the other. */
function judgeOrder(ops: Op[], events: Map<string, Event[]>): Failure[] {
  const own = ops
    .flatMap((op) => (events.get(op.id) ?? []).map((event) => ({ op, event })))
    .sort((a, b) => a.event.at - b.event.at);
  const called = own.map(({ op }) => ops.indexOf(op));
  const [first, last] = [Math.min(...called), Math.max(...called)];
  let place = last;
  let open = false;
  for (const { op, event } of own) {
    const i = ops.indexOf(op);
    const follows = place === last ? i === first : i > place;
    const fits = event.begin ? !open && follows : open && i === place;
    if (!fits) return [finding(nameOf(op), "is out of order in the trace", "error")];
    place = i;
    open = event.begin;
  }
  return [];
}

const nameOf = ({ id, op }: Op): string => `op ${id} ${op}`;

/** Returns the lists of ops in an op's arguments. */
export function listsOf(op: Op): Op[][] {
  return op.lists.map(({ ops }) => ops);
}

export function idsOf(ops: Op[]): string[] {
  return everyOp(ops).map(({ id }) => id);
}

/** Returns the ops and all ops in their arguments. */
export const everyOp = (ops: Op[]): Op[] => ops.flatMap((op) => [op, ...listsOf(op).flatMap(everyOp)]);
