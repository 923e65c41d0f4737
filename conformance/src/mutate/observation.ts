import { isObject, type Json, type JsonObject, write } from "../json/index.ts";
import { isFailure } from "../judge/failures.ts";
import { isCutOff } from "../judge/files.ts";
import { comesToItsEnd, listsOf } from "../judge/trace.ts";
import type { Answer, Exchange, Observation, Op, SeenExchange, Step } from "../model.ts";
import { ofCalls } from "./calls.ts";
import { changedDocuments, latin1, readBytes } from "./documents.ts";
import { ofExit } from "./exit.ts";
import type { Mutant } from "./mutant.ts";
import { type Changed, changesOf } from "./values.ts";

/** Yields every mutant of one recorded step. No SDK that follows the contract could produce one of them. */
export function* mutantsOf(step: Step, seen: Observation): Generator<Mutant> {
  yield* ofExit(step, seen);
  yield* ofStream(step, seen, "stdout");
  yield* ofStream(step, seen, "stderr");
  yield* ofTrace(step, seen);
  yield* ofFiles(step, seen);
  yield* ofCalls(step, seen);
  yield* ofExchanges(step, seen);
  yield { mutation: "processes.left-behind", seen: { ...seen, leftOver: ["sleep 1000"] } };
  if (step.kind !== "serve") return;
  yield { mutation: "port.never-open", seen: { ...seen, ready: false } };
  yield { mutation: "port.still-open", seen: { ...seen, listening: true } };
  yield { mutation: "port.more-than-asked", seen: { ...seen, unasked: "ghost" } };
}

const ghosts = {
  stdout: (time: string) => `{"_metric":"ghost","timestamp":"${time}","data":{}}\n`,
  stderr: (time: string) => `{"level":"info","timestamp":"${time}","message":"ghost"}\n`,
};

function* ofStream(step: Step, seen: Observation, stream: "stdout" | "stderr"): Generator<Mutant> {
  const { expect } = step;
  const waivesRecords = isAny(stream === "stderr" ? expect.logs : expect.metrics);
  const isWaived = (line: string): boolean =>
    isRecord(readBytes(line)) ? waivesRecords : isAny(expect[stream]);

  const changed = (mutation: string, text: string): Mutant => ({
    mutation: `${stream}.${mutation}`,
    seen: { ...seen, [stream]: text },
  });
  const text = seen[stream] ?? "";
  const lines = text.split("\n").slice(0, -1);
  const joined = (all: string[]) => all.map((line) => `${line}\n`).join("");
  const ghost = ghosts[stream](new Date(seen.startedAt).toISOString());
  if (!waivesRecords) yield changed("line-more", `${text}${ghost}`);
  if (!isWaived("ghost")) yield changed("text-line-more", `${text}ghost\n`);
  if (lines.every(isWaived)) return;
  yield changed("emptied", "");
  if (!isWaived(lines.at(-1)!)) yield changed("last-line-feed-less", text.slice(0, -1));
  for (const [i, line] of lines.entries()) {
    if (i >= changedOf(text, 12)) break;
    if (isWaived(line)) continue;
    yield changed("line-less", joined(lines.toSpliced(i, 1)));
    yield changed("line-twice", joined(lines.toSpliced(i, 0, line)));
    for (const other of changedLines(line, step, seen)) {
      yield changed(other.name, joined(lines.with(i, other.line)));
    }
  }
}

/** Number of lines of a text to change: only one of a long text, because each change is judged from the start. */
const changedOf = (text: string, most: number): number => (text.length > 30_000 ? 1 : most);

const isAny = (matcher: Json): boolean => isObject(matcher) && matcher.has("$any");
const isRecord = (value: Json | undefined): value is JsonObject => isObject(value) && value.has("timestamp");

function* changedLines(
  line: string,
  step: Step,
  seen: Observation,
): Generator<{ name: string; line: string }> {
  const value = readBytes(line);
  if (!isRecord(value)) {
    yield { name: "text-longer", line: `${line}x` };
    return;
  }
  const time = String(value.get("timestamp"));
  for (const [key, inner] of value) {
    if (key === "timestamp") continue;
    for (const change of isFailure(step, value) && key === "data"
      ? changesOfFailure(inner)
      : changesOf(inner)) {
      yield { name: change.name, line: latin1(write(new Map([...value, [key, change.value]]))) };
    }
  }
  const withTime = (name: string, timestamp: Json) => ({
    name,
    line: latin1(write(new Map([...value, ["timestamp", timestamp]]))),
  });
  yield withTime("time-with-offset", time.replace("Z", "+00:00"));
  yield withTime("time-in-microseconds", time.replace("Z", "000Z"));
  yield withTime("time-in-seconds", time.replace(/\.\d+/, ""));
  yield withTime("time-too-early", new Date(seen.startedAt - 1).toISOString());
  yield withTime("time-too-late", new Date(seen.endedAt + 1).toISOString());
  yield withTime("time-as-text-of-a-number", String(seen.startedAt));
  yield { name: "key-less", line: latin1(write(without(value, "timestamp"))) };
  yield { name: "truncated", line: line.slice(0, -1) };
  yield { name: "white-space", line: line.replace("{", "{ ") };
  yield { name: "key-more", line: latin1(write(new Map([...value, ["ghost", null]]))) };
}

/** Changes only the path of a failure's data: the rest depends on the language and is checked by separate cases. */
function* changesOfFailure(data: Json): Generator<Changed> {
  if (!isObject(data)) return;
  yield { name: "key-more", value: new Map([...data, ["a key more", null]]) };
  const path = data.get("path");
  if (path === undefined) return;
  for (const { name, value } of changesOf(path)) yield { name, value: new Map([...data, ["path", value]]) };
}

const without = (value: JsonObject, key: string): JsonObject =>
  new Map([...value].filter(([other]) => other !== key));

function* ofTrace(step: Step, seen: Observation): Generator<Mutant> {
  const waived = waivedOps(step.ops);
  const lines = seen.trace.split("\n").slice(0, -1);
  const changed = (mutation: string, all: string[]): Mutant => ({
    mutation: `trace.${mutation}`,
    seen: { ...seen, trace: all.map((line) => `${line}\n`).join("") },
  });
  if (lines.length === 0) return;
  const killedAt = lines.findIndex((line) => isSignalled(step, readBytes(line)));
  yield changed("emptied", []);
  yield { mutation: "trace.truncated", seen: { ...seen, trace: seen.trace.slice(0, -2) } };
  for (const [i, line] of lines.entries()) {
    // Nothing is expected of calls that were running when the process was killed.
    if (i >= changedOf(seen.trace, 40) || (killedAt >= 0 && i >= killedAt)) break;
    const value = readBytes(line);
    if (!isObject(value) || waived.has(String(value.get("id")))) continue;
    if (value.get("end") === true) {
      if (comesToItsEnd(step)) yield changed("end-less", lines.toSpliced(i, 1));
      continue;
    }
    if (value.has("begin")) {
      yield changed("begin-less", lines.toSpliced(i, 1));
      continue;
    }
    yield changed("outcome-less", lines.toSpliced(i, 1));
    for (const { name, value: other } of changedOutcomes(value)) {
      yield changed(name, lines.with(i, latin1(write(other))));
    }
  }
}

/** Whether this line begins the op whose file makes the runner kill the process. */
function isSignalled({ ops, signal, expect }: Step, line: Json | undefined): boolean {
  if (signal === null || !("signal" in expect.exit) || !isObject(line)) return false;
  const find = (list: Op[]): Op | undefined =>
    list.find(({ op, args }) => op === "touch" && args[0] === signal.when) ??
    list
      .flatMap(listsOf)
      .map(find)
      .find((op) => op !== undefined);
  return line.has("begin") && line.get("id") === find(ops)?.id;
}

/**
 * Returns the ops whose outcome is not checked in the trace: those with `any`, and those that end a handler, which have
 * no outcome and are not counted.
 */
function waivedOps(ops: Op[], isHandler = false): Set<string> {
  const isWaived = ({ outcome }: Op) => outcome.kind === "any" || (isHandler && outcome.kind === "ends");
  const inner = (op: Op) =>
    listsOf(op).flatMap((list) => [...waivedOps(list, isHandler || op.op.startsWith("query."))]);
  return new Set([...ops.filter(isWaived).map(({ id }) => id), ...ops.flatMap(inner)]);
}

function* changedOutcomes(line: JsonObject): Generator<{ name: string; value: JsonObject }> {
  const error = line.get("error");
  const id = line.get("id") ?? null;
  if (isObject(error)) {
    yield {
      name: "failure-less",
      value: new Map<string, Json>([
        ["id", id],
        ["value", null],
      ]),
    };
    const code = new Map<string, Json>([...error, ["code", "state.corrupt"]]);
    if (error.get("code") !== "state.corrupt")
      yield { name: "other-code", value: new Map([...line, ["error", code]]) };
    // The message of a failure that is not the SDK's depends on the language.
    if (error.get("code") === null) return;
    const message = new Map<string, Json>([...error, ["message", "something went wrong"]]);
    yield { name: "other-message", value: new Map([...line, ["error", message]]) };
    return;
  }
  const failure = new Map<string, Json>([
    ["code", null],
    ["message", "no"],
    ["next", null],
    ["cause", null],
  ]);
  yield {
    name: "failure-more",
    value: new Map<string, Json>([
      ["id", id],
      ["error", failure],
    ]),
  };
  for (const change of changesOf(line.get("value") ?? null)) {
    yield { name: `value.${change.name}`, value: new Map([...line, ["value", change.value]]) };
  }
}

function* ofFiles(step: Step, seen: Observation): Generator<Mutant> {
  const wasCutOff = isCutOff(step);
  const changed = (mutation: string, path: string, bytes: string | null): Mutant => {
    const after = { ...seen.after };
    if (bytes === null) delete after[path];
    else after[path] = { kind: "file", bytes };
    return { mutation: `files.${mutation}`, seen: { ...seen, after } };
  };
  for (const path of ["state/ghost.json", "out/ghost", "code/ghost", "home/ghost", "ghost"]) {
    if (!(path in seen.after)) yield changed("file-more", path, "{}");
  }
  if (!("out/result.json" in seen.after)) yield changed("result-more", "out/result.json", "{}");
  const appeared = [...seen.names, { folder: "state", name: "tmp1234" }];
  yield { mutation: "files.outside", seen: { ...seen, strays: ["ghost"] } };
  yield { mutation: "files.other-temporary-name", seen: { ...seen, names: appeared } };
  for (const [path, file] of Object.entries(seen.after)) {
    if (file.kind !== "file" || path.startsWith("code/")) continue;
    // A process that is cut off may leave temporary files.
    if (wasCutOff && !(path in seen.before) && /\/\.tmp-[^/]*$/.test(path)) continue;
    yield changed("file-less", path, null);
    if (path in seen.before) yield { mutation: "files.written-over", seen: { ...seen, torn: [path] } };
    if (file.bytes.length > 100_000) continue;
    for (const { name, bytes } of changedDocuments(file.bytes)) {
      if (bytes !== file.bytes) yield changed(name, path, bytes);
    }
  }
}

function* ofExchanges(step: Step, seen: Observation): Generator<Mutant> {
  for (const [i, exchange] of seen.exchanges.entries()) {
    const changed = (mutation: string, other: Partial<SeenExchange>): Mutant => ({
      mutation: `http.${mutation}`,
      seen: { ...seen, exchanges: seen.exchanges.with(i, { ...exchange, ...other }) },
    });
    yield changed("problem", { problem: "could not be made: ECONNREFUSED" });
    const asked = step.requests[i];
    if (asked?.do === "raw" && asked.expect.closed !== null)
      yield changed("closed", { closed: !exchange.closed });
    for (const [j, answer] of exchange.answers.entries()) {
      const isEnd = asked?.do === "raw" && asked.expect.endsWith !== null && j >= asked.expect.answers.length;
      const withAnswer = (mutation: string, other: Partial<typeof answer>): Mutant =>
        changed(mutation, { answers: exchange.answers.with(j, { ...answer, ...other }) });
      if (!isEnd) yield changed("answer-less", { answers: exchange.answers.toSpliced(j, 1) });
      yield changed("answer-twice", { answers: exchange.answers.toSpliced(j, 0, answer) });
      const mayRefuse = wantedOf(asked, j)?.mayRefuse ?? false;
      const isUnchecked = isEnd || (mayRefuse && answer.status === 400);
      // Of an answer that ends a connection, or of a library's refusal, only the status is checked, which is never 500.
      for (const status of isUnchecked ? [500] : [200, 204, 400, 404, 500]) {
        if (status !== answer.status && !(mayRefuse && status === 400))
          yield withAnswer(`status-${status}`, { status });
      }
      if (isUnchecked) continue;
      yield withAnswer("malformed", { malformed: "not an HTTP status line" });
      const isHead = asked?.do === "ask" && asked.request.method === "HEAD";
      for (const name of isHead ? [] : ["content-type", "content-length"]) {
        const headers = answer.headers.filter(([key]) => key.toLowerCase() !== name);
        yield withAnswer(`${name}-less`, { headers });
        yield withAnswer(`other-${name}`, { headers: [...headers, [name, "text/html"]] });
      }
      if (isHead || answer.body.length > 100_000) continue;
      for (const { name, bytes } of changedDocuments(answer.body)) {
        if (bytes !== answer.body)
          yield withAnswer(`body.${name}`, { body: bytes, headers: relabelled(answer.headers, bytes) });
      }
    }
  }
}

function wantedOf(asked: Exchange | undefined, j: number): Answer | undefined {
  if (asked?.do === "raw") return asked.expect.answers[j];
  return asked?.do === "ask" || asked?.do === "answer-of" ? (asked.expect ?? undefined) : undefined;
}

function relabelled(headers: [string, string][], body: string): [string, string][] {
  return headers.map(([key, value]) => [
    key,
    key.toLowerCase() === "content-length" ? String(body.length) : value,
  ]);
}
