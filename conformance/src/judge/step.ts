import { Num } from "../json/index.ts";
import type { Failure, Observation, Step } from "../model.ts";
import { judgeDurable } from "./durable.ts";
import { judgeExchanges, placeOf } from "./exchanges.ts";
import { judgeFiles } from "./files.ts";
import { finding, type Judged, mismatches } from "./finding.ts";
import { judgeStreams } from "./lines.ts";
import { judgeOneWrite } from "./one-write.ts";
import { withoutErrorNames } from "./system-errors.ts";
import { judgeTrace } from "./trace.ts";

/** The judges by channel, most important first. */
const judges = {
  exit: judgeExit,
  trace: judgeTrace,
  http: judgeExchanges,
  streams: judgeStreams,
  files: judgeFiles,
  calls: (judged: Judged) => [...judgeDurable(judged), ...judgeOneWrite(judged)],
  processes: ({ seen }: Judged) =>
    seen.leftOver.map((command) => finding("processes", `still running after the step: ${command}`)),
};

export type Channel = keyof typeof judges;

/** Returns all failures of a step, most important first. Pure: the same observation gives the same failures. */
export function judgeStep(given: Judged): Failure[] {
  const judged = withoutErrorNames(given);
  const failures = Object.values(judges).flatMap((judge) => judge(judged));
  return failures.sort((a, b) => weight[a.verdict] - weight[b.verdict]);
}

/** Whether a step with one altered channel has a failure; asks the judge of that channel first. */
export function isNoticed(given: Judged, tampered: Channel): boolean {
  const judged = withoutErrorNames(given);
  const fails = (channel: Channel) => judges[channel](judged).length > 0;
  return (
    fails(tampered) || (Object.keys(judges) as Channel[]).some((other) => other !== tampered && fails(other))
  );
}

const weight = { timeout: 0, crash: 1, error: 2, fail: 3 };

function judgeExit(judged: Judged): Failure[] {
  const stderr = lastLines(judged.seen.stderr);
  return exitFaults(judged).map((failure) => (stderr.length > 0 ? { ...failure, stderr } : failure));
}

function exitFaults({ step, seen }: Judged): Failure[] {
  const want = step.expect.exit;
  const { exit } = seen;
  if ("timeout" in exit) return [timeout(step, seen)];
  if ("signal" in want) {
    if ("signal" in exit && exit.signal === want.signal) return [];
    return [finding("exit", `expected ${want.signal}, got ${show(exit)}`)];
  }
  const aborted = "signal" in exit && abortSignals.has(exit.signal);
  if ("nonzero" in want && aborted) return [];
  // An exit code was expected, so any other signal is a crash.
  if ("signal" in exit) return [finding("exit", `was killed by ${exit.signal}`, "crash")];
  return mismatches("exit", "nonzero" in want ? notZero : want.code, new Num(String(exit.code)));
}

/** Names what did not end: the exchange that was waiting, the start of the server, or the process. */
function timeout({ requests, kind }: Step, { ready, waiting }: Observation): Failure {
  const late = "within the time limit";
  if (kind === "serve" && !ready) return finding("port", `accepted no connection ${late}`, "timeout");
  const hung = waiting === undefined ? undefined : requests[waiting];
  if (hung === undefined) return finding("exit", `did not end ${late}`, "timeout");
  // An answer that is awaited later belongs to the request that was sent before.
  const asked = requests.findIndex(
    (other) => hung.do === "answer-of" && other.do === "ask" && other.later === hung.name,
  );
  return finding(placeOf(requests, asked < 0 ? waiting! : asked), `was not over ${late}`, "timeout");
}

/** Returns the last lines that are not blank, cut. */
function lastLines(stderr: string | null): string[] {
  const text = Buffer.from((stderr ?? "").slice(-10_000), "latin1").toString("utf8");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(-5).map((line) => (line.length > 300 ? `${line.slice(0, 300)}…` : line));
}

/** Signals with which runtimes end a process that has failed [RES-13]. */
const abortSignals = new Set(["SIGABRT", "SIGILL", "SIGTRAP"]);
const notZero = new Map([["$not", new Num("0")]]);

const show = (exit: { code: number } | { signal: string }): string =>
  "code" in exit ? `exit code ${exit.code}` : exit.signal;
