import type { Delivered, Failure } from "../model.ts";
import type { Owed, Ran } from "./case.ts";

/** Returns the verdict of a run, taking known failures into account. */
export function deliver(owed: Owed, ran: Ran): Delivered {
  const first = ran.failures[0];
  const known = owed.testee.knownFailures.find((entry) => entry.case === owed.case.id);
  const line = (verdict: Delivered["verdict"], failures: Failure[]): Delivered => ({
    ...blank(owed),
    verdict,
    failures,
    seconds: ran.seconds,
  });
  if (!known) return line(first?.verdict ?? "pass", ran.failures);
  if (!first) {
    const text = `passes, but is listed as a known failure: ${known.reason}`;
    return line("stale-known", [{ verdict: "fail", at: "known failure", text }]);
  }
  // Timeouts and protocol violations cannot be listed as known failures.
  if (first.verdict !== "fail" && first.verdict !== "crash") return line(first.verdict, ran.failures);
  if (known.fails === fingerprint(first)) return line("known-fail", ran.failures);
  const text = `differs from the listed failure: ${known.fails}`;
  // Placed second because reports show only the first few failures.
  const [, ...others] = ran.failures;
  return line(first.verdict, [first, { verdict: "fail", at: "known failure", text }, ...others]);
}

/** Returns a failure in one line, which is the same in every run. */
export function fingerprint({ at, text }: Failure): string {
  return `${at}: ${text}`;
}

export function notRun(owed: Owed, why: string): Delivered {
  return { ...blank(owed), verdict: "not-run", failures: [{ verdict: "error", at: "runner", text: why }] };
}

export function setUpError(owed: Owed, text: string): Delivered {
  return { ...blank(owed), verdict: "error", failures: [{ verdict: "error", at: "testee", text }] };
}

function blank(owed: Owed): Delivered {
  return {
    testee: owed.testee.name,
    peer: owed.peer?.name ?? null,
    case: owed.case.id,
    area: owed.case.area,
    clauses: owed.case.clauses,
    verdict: "not-run",
    failures: [],
    seconds: 0,
  };
}

/** Whether a run may exit with 0: each owed verdict was delivered once, there is no other, and none failed. */
export function isGreen(owed: Owed[], delivered: Delivered[]): boolean {
  const due = owed.map((one) => keyOf(blank(one)));
  const came = new Set(delivered.map(keyOf));
  return (
    owed.length > 0 &&
    owed.length === delivered.length &&
    due.every((key) => came.has(key)) &&
    delivered.every(({ verdict }) => verdict === "pass" || verdict === "known-fail")
  );
}

const keyOf = ({ testee, peer, case: id }: Delivered): string => JSON.stringify([testee, peer, id]);
