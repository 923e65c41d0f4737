/** A test or a check that failed. */
export interface Failure {
  /** Identifies it, for example `packages/core test/json.test.ts > reads numbers`. */
  name: string;
  output: string;
  /** The unit that it belongs to; missing if it may concern all units of the part. */
  unit?: string;
  /** Runs it again, alone. Missing if a second run cannot have another result, such as a linter's. */
  again?: () => Promise<Outcome>;
}

/** The outcome of a runner. A test that did not run is never counted as passed. */
export interface Outcome {
  passed: number;
  failures: Failure[];
  /** Tests that this machine cannot run, each with name and reason. */
  notRun: string[];
  /** Output of the runner. */
  output: string;
  /** What passed and what did not run, by unit; missing if the part has only one. */
  units?: Record<string, UnitOutcome>;
}

export interface UnitOutcome {
  passed: number;
  /** Tests that this machine cannot run. */
  notRun: string[];
}

export const nothing: Outcome = { passed: 0, failures: [], notRun: [], output: "" };

export function sum(outcomes: Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
    notRun: outcomes.flatMap(({ notRun }) => notRun),
    output: outcomes.map(({ output }) => output).join(""),
    ...(outcomes.some(({ units }) => units) && {
      units: Object.assign({}, ...outcomes.map(({ units }) => units)) as Record<string, UnitOutcome>,
    }),
  };
}

export function failedAs(failure: Failure): Outcome {
  return { ...nothing, failures: [failure], output: failure.output };
}

/** Returns the outcome of a single check. */
export function checked(name: string, ok: boolean, output: string, again?: Failure["again"]): Outcome {
  if (ok) return { ...nothing, passed: 1, output };
  return failedAs({ name, output, ...(again && { again }) });
}

/** Returns a second run as a single check: its tests were already counted in the first run. */
export function asOne(name: string, { failures, output }: Outcome): Outcome {
  return checked(name, failures.length === 0, output);
}
