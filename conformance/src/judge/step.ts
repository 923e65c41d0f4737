import { Num } from "../json/index.ts";
import type { Failure } from "../model.ts";
import { judgeExchanges } from "./exchanges.ts";
import { judgeFiles } from "./files.ts";
import { finding, type Judged, mismatches } from "./finding.ts";
import { judgeStreams } from "./lines.ts";
import { judgeTrace } from "./trace.ts";

/** Everything that is wrong with a step; what matters most first. Pure: the same observation gives the same failures. */
export function judgeStep(judged: Judged): Failure[] {
  const failures = [
    ...judgeExit(judged),
    ...judgeTrace(judged),
    ...judgeExchanges(judged),
    ...judgeStreams(judged),
    ...judgeFiles(judged),
    ...judged.seen.leftOver.map((command) => finding("processes", `left one behind: ${command}`)),
  ];
  return failures.sort((a, b) => weight[a.verdict] - weight[b.verdict]);
}

const weight = { timeout: 0, crash: 1, error: 2, fail: 3 };

function judgeExit({ step, seen }: Judged): Failure[] {
  const want = step.expect.exit;
  const { exit } = seen;
  if ("timeout" in exit) return [finding("exit", "did not end within the time limit", "timeout")];
  if ("signal" in want) {
    if ("signal" in exit && exit.signal === want.signal) return [];
    return [finding("exit", `expected ${want.signal}, got ${show(exit)}`)];
  }
  // Its own end was asked for, but not this way.
  if ("signal" in exit) return [finding("exit", `died of ${exit.signal}`, "crash")];
  return mismatches("exit", want.code, new Num(String(exit.code)));
}

const show = (exit: { code: number } | { signal: string }): string =>
  "code" in exit ? `exit code ${exit.code}` : exit.signal;
