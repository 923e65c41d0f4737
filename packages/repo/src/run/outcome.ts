/** A test or a check that failed. */
export interface Failure {
  /** Enough to find it by: `packages/core test/json.test.ts > reads numbers`. */
  name: string;
  output: string;
  /** Runs it again, with nothing beside it. Missing where a second run cannot end otherwise, such as a linter's. */
  again?: () => Promise<Outcome>;
}

/** What came of a runner. A test that did not run is never counted as passed. */
export interface Outcome {
  passed: number;
  failures: Failure[];
  /** Tests that this machine cannot run, each by its name and the reason. */
  notRun: string[];
  /** What the runner printed. */
  output: string;
}

export const nothing: Outcome = { passed: 0, failures: [], notRun: [], output: "" };

export function sum(outcomes: Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    notRun: outcomes.flatMap(({ notRun }) => notRun),
    output: outcomes.map(({ output }) => output).join(""),
  };
}

export function failedAs(failure: Failure): Outcome {
  return { ...nothing, failures: [failure], output: failure.output };
}

/** The outcome of a single check. */
export function checked(name: string, ok: boolean, output: string, again?: Failure["again"]): Outcome {
  if (ok) return { ...nothing, passed: 1, output };
  return failedAs({ name, output, ...(again && { again }) });
}

/** A whole second run as a single check, where its tests were counted the first time. */
export function asOne(name: string, { failures, output }: Outcome): Outcome {
  return checked(name, failures.length === 0, output);
}
