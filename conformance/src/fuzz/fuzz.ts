import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { scriptOf as textOf } from "../cases/index.ts";
import type { ErrorTable } from "../judge/finding.ts";
import type { Case, Failure, Testee } from "../model.ts";
import { type Ran, runCase } from "../run/case.ts";
import { inPool } from "../run/pool.ts";
import { caseOf } from "./case.ts";
import { scripts } from "./generate.ts";
import { callsOf, type Script } from "./script.ts";
import { writtenCase } from "./written.ts";

export interface FuzzOptions {
  /** Testees that are already built. */
  testees: Testee[];
  errors: ErrorTable;
  /** Number of ops for each testee, at least. */
  ops: number;
  /** Average number of ops in one process (default: 250). */
  opsPerScript?: number;
  /** Seed of the scripts. */
  seed: number;
  jobs: number;
  /** Folder to which the shrunk scripts are written as case files. */
  save?: string;
  /** Number of differing scripts after which a testee gets no more (default: 5). */
  most?: number;
  /** When aborted, no further script is started. */
  stop?: AbortSignal;
  on?: (finding: Finding) => void;
}

/** A script on which a testee and the model differ. */
export interface Finding {
  /** Number of the script. */
  n: number;
  /** The shrunk script as a case. */
  case: Case;
  script: Script;
  /** Failures of the shrunk script by testee; an empty list: it matches the model. */
  failures: Map<string, Failure[]>;
  /** The difference was not reproduced when the script was run again, as with a race. */
  onlyOnce: boolean;
  /** File it was written to, with `save`. */
  file: string | null;
}

export interface FuzzReport {
  findings: Finding[];
  done: Map<string, Fuzzed>;
}

/** What one testee has run. */
export interface Fuzzed {
  ops: number;
  scripts: number;
  /** Scripts that differed from the model. */
  differing: number;
  /** Total seconds of its processes. */
  seconds: number;
  leftOut: {
    /** Scripts and ops that were not run because the testee lacks a capability. */
    scripts: number;
    ops: number;
    /** The lacking capabilities, with the number of scripts that need each. */
    lacks: Map<string, number>;
    /** Scripts that were not run because enough others differed. */
    afterDiffering: number;
  };
}

/** Runs of smaller scripts for one finding, at most. */
const mostRuns = 400;

/** Runs the same scripts with all testees and shrinks those on which one differs from the model. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { testees, jobs, stop = new AbortController().signal } = options;
  const fuzzing = new Fuzzing({ ...options, stop });
  const work = async ([n, script]: [number, Script]): Promise<void> => {
    for (const testee of testees) await fuzzing.hold(testee, script, n);
  };
  await inPool(scriptsOf(options), jobs, work, stop);
  return fuzzing.report;
}

/** Returns the scripts of a seed, one at a time so that memory does not grow with the number of ops. */
export function* scriptsOf({
  seed,
  ops,
  opsPerScript,
}: Pick<FuzzOptions, "seed" | "ops" | "opsPerScript">): Generator<[n: number, script: Script]> {
  for (let n = 0, left = ops; left > 0; n++) {
    const [script] = fc.sample(scripts(opsPerScript), { seed, path: String(n), numRuns: 1 }) as [Script];
    yield [n, script];
    left -= Math.max(1, callsOf(script));
  }
}

class Fuzzing {
  readonly report: FuzzReport;
  readonly #options: FuzzOptions & { stop: AbortSignal };
  /** Ops and testees of the findings so far: one fault appears in many scripts. */
  readonly #told = new Set<string>();

  constructor(options: FuzzOptions & { stop: AbortSignal }) {
    this.#options = options;
    const none = (): Fuzzed => ({
      ...{ ops: 0, scripts: 0, differing: 0, seconds: 0 },
      leftOut: { scripts: 0, ops: 0, lacks: new Map(), afterDiffering: 0 },
    });
    this.report = { findings: [], done: new Map(options.testees.map(({ name }) => [name, none()])) };
  }

  /** Runs a script with a testee and, if it differs from the model, shrinks the script and reports a finding. */
  async hold(testee: Testee, script: Script, n: number): Promise<void> {
    const { most = 5 } = this.#options;
    const done = this.report.done.get(testee.name)!;
    const whole = caseOf(script, this.#nameOf(n));
    const lacking = whole.needs.filter((capability) => testee.lacks[capability] !== undefined);
    if (lacking.length > 0) {
      const { leftOut } = done;
      leftOut.scripts++;
      leftOut.ops += callsOf(script);
      for (const name of lacking) leftOut.lacks.set(name, (leftOut.lacks.get(name) ?? 0) + 1);
      return;
    }
    if (done.differing >= most) {
      done.leftOut.afterDiffering++;
      return;
    }
    const { failures, seconds } = await this.#run(whole, testee);
    done.ops += callsOf(script);
    done.scripts++;
    done.seconds += seconds;
    if (failures.length === 0) return;
    done.differing++;
    await this.#look(testee, script, n, failures);
  }

  async #look(testee: Testee, script: Script, n: number, first: Failure[]): Promise<void> {
    const { seed, opsPerScript, stop } = this.#options;
    const name = this.#nameOf(n);
    const allowed = new Set(caseOf(script, name).needs);
    let left = mostRuns;
    const matches = async (smaller: Script): Promise<boolean> => {
      const one = caseOf(smaller, name);
      if (!one.needs.every((capability) => allowed.has(capability))) return true;
      if (stop.aborted || left-- === 0) throw new fc.PreconditionFailure(true);
      return (await this.#run(one, testee)).failures.length === 0;
    };
    const property = fc.asyncProperty(scripts(opsPerScript), matches);
    const { counterexample } = await fc.check(property, { seed, path: String(n), numRuns: 1 });
    const again = counterexample !== null;
    const small = counterexample?.[0] ?? script;
    const found = caseOf(small, name);
    const failures = new Map([[testee.name, first]]);
    for (const other of again ? this.#options.testees : []) {
      failures.set(other.name, (await this.#run(found, other)).failures);
    }
    if (!this.#isNew(small, failures)) return;
    const finding = { n, case: found, script: small, failures, onlyOnce: !again, file: this.#save(found) };
    this.report.findings.push(finding);
    this.#options.on?.(finding);
  }

  #isNew({ items }: Script, failures: Finding["failures"]): boolean {
    const calls = items.map((item) => (item.do === "call" ? item.op : item.do));
    const who = [...failures].filter(([, list]) => list.length > 0).map(([name]) => name);
    const about = [...calls, ...who].join();
    if (this.#told.has(about)) return false;
    this.#told.add(about);
    return true;
  }

  async #run(one: Case, testee: Testee): Promise<Pick<Ran, "failures" | "seconds">> {
    try {
      const { errors } = this.#options;
      return await runCase({ case: one, testee, peer: null }, { errors, scriptOf: textOf });
    } catch (error) {
      const text = `could not be run: ${(error as Error).message}`;
      return { failures: [{ verdict: "error", at: "testee", text }], seconds: 0 };
    }
  }

  #save(one: Case): string | null {
    const { save } = this.#options;
    if (save === undefined) return null;
    const file = join(save, one.file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, writtenCase(one));
    return file;
  }

  #nameOf = (n: number): string => `${this.#options.seed}-${n}`;
}
