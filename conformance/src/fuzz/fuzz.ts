import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scriptOf as textOf } from "../cases/index.ts";
import type { ErrorTable } from "../judge/finding.ts";
import type { Case, Failure, Testee } from "../model.ts";
import { type Ran, runCase } from "../run/case.ts";
import { inPool } from "../run/pool.ts";
import { caseOf } from "./case.ts";
import { scriptOf } from "./generate.ts";
import { Senseless } from "./model.ts";
import { callsOf, type Script } from "./script.ts";
import { shrunk } from "./shrink.ts";
import { writtenCase } from "./written.ts";

export interface FuzzOptions {
  /** Built already. */
  testees: Testee[];
  errors: ErrorTable;
  /** How many ops each testee is to do, in processes of `opsPerScript` (250 unless said). */
  ops: number;
  opsPerScript?: number;
  /** The same seed makes the same scripts. */
  seed: number;
  jobs: number;
  /** A folder for the shrunk scripts, as case files. */
  save?: string;
  /** A testee that fell short on so many scripts is given no more; 5 unless said. */
  most?: number;
  /** Aborted: what has not begun is not run. */
  stop?: AbortSignal;
  on?: (finding: Finding) => void;
}

/** A script on which testees and model differ. */
export interface Finding {
  /** The script's number. */
  n: number;
  /** Shrunk. */
  case: Case;
  script: Script;
  /** What each testee's run of it showed; an empty list: it does as the model says. */
  failures: Map<string, Failure[]>;
  /** The testee fell short once, and not when it was given the script again: chance, or a race. */
  onlyOnce: boolean;
  /** Where it was written, with `save`. */
  file: string | null;
}

export interface FuzzReport {
  findings: Finding[];
  /** By testee: what it was given, on how many scripts it differed, and how long its processes took together. */
  done: Map<string, { ops: number; scripts: number; differing: number; seconds: number }>;
}

/** Gives all testees the same scripts, and shrinks those that one of them does otherwise than the model says. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { testees, ops, opsPerScript = 250, seed, jobs, stop = new AbortController().signal } = options;
  const fuzzing = new Fuzzing({ ...options, stop });
  const numbers = Array.from({ length: Math.ceil(ops / opsPerScript) }, (_, n) => n);
  // A script is made when its turn comes: a million ops take no more memory than a thousand.
  const work = async (n: number): Promise<void> => {
    const script = scriptOf(seed, n, Math.min(opsPerScript, ops - n * opsPerScript));
    for (const testee of testees) await fuzzing.hold(testee, script, n);
  };
  await inPool(numbers, jobs, work, stop);
  return fuzzing.report;
}

class Fuzzing {
  readonly report: FuzzReport;
  readonly #options: FuzzOptions & { stop: AbortSignal };
  /** Findings by what they are about: one fault shows in many scripts. */
  readonly #told = new Set<string>();

  constructor(options: FuzzOptions & { stop: AbortSignal }) {
    this.#options = options;
    const none = { ops: 0, scripts: 0, differing: 0, seconds: 0 };
    this.report = { findings: [], done: new Map(options.testees.map(({ name }) => [name, { ...none }])) };
  }

  /** Runs a script with a testee, and finds out what it is about it that falls short. */
  async hold(testee: Testee, script: Script, n: number): Promise<void> {
    const { most = 5 } = this.#options;
    const done = this.report.done.get(testee.name)!;
    const whole = caseOf(script, this.#nameOf(n));
    const lacks = whole.needs.some((capability) => testee.lacks[capability] !== undefined);
    if (lacks || done.differing >= most) return;
    const { failures, seconds } = await this.#run(whole, testee);
    done.ops += callsOf(script);
    done.scripts++;
    done.seconds += seconds;
    if (failures.length === 0) return;
    done.differing++;
    await this.#look(testee, script, n, failures);
  }

  async #look(testee: Testee, script: Script, n: number, first: Failure[]): Promise<void> {
    const name = this.#nameOf(n);
    const allowed = new Set(caseOf(script, name).needs);
    const fallsShort = async (smaller: Script): Promise<boolean | undefined> => {
      const one = this.#options.stop.aborted ? undefined : sensibleCase(smaller, name);
      if (!one?.needs.every((capability) => allowed.has(capability))) return undefined;
      return (await this.#run(one, testee)).failures.length > 0;
    };
    const again = await fallsShort(script);
    const small = again ? await shrunk(script, fallsShort) : script;
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

function sensibleCase(script: Script, name: string): Case | undefined {
  try {
    return caseOf(script, name);
  } catch (error) {
    if (error instanceof Senseless) return undefined;
    throw error;
  }
}
