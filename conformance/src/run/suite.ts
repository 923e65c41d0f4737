import type { Delivered, Testee } from "../model.ts";
import { type Owed, type Ran, type RunOptions, runCase } from "./case.ts";
import { deliver, notRun, setUpError } from "./ledger.ts";
import { inPool } from "./pool.ts";
import { build, firstChange, stampOf } from "./testee-folder.ts";

export interface SuiteOptions extends RunOptions {
  jobs: number;
  /** Aborted: what has not begun is not run. */
  stop: AbortSignal;
  /** Each verdict as it comes; the recording is there when the case was run. */
  on?: (delivered: Delivered, owed: Owed, ran: Ran | undefined) => void;
  /** Leaves out the build commands. */
  built?: boolean;
}

/** Runs everything that is owed and gives one verdict for each, in the order of the plan. */
export async function runSuite(owed: Owed[], options: SuiteOptions): Promise<Delivered[]> {
  const testees = [...new Set(owed.flatMap(({ testee, peer }) => (peer ? [testee, peer] : [testee])))];
  const broken = options.built ? new Map<Testee, string>() : await buildAll(testees);
  const stamps = new Map(testees.map((testee) => [testee, stampOf(testee)]));
  const verdicts = new Map<Owed, Delivered>();
  const give = (one: Owed, delivered: Delivered, ran?: Ran): void => {
    verdicts.set(one, delivered);
    options.on?.(delivered, one, ran);
  };
  const work = async (one: Owed): Promise<void> => {
    const problem = broken.get(one.testee) ?? (one.peer ? broken.get(one.peer) : undefined);
    if (problem !== undefined) return give(one, setUpError(one, `could not be built: ${problem}`));
    try {
      const ran = await runCase(one, options);
      give(one, deliver(one, ran), ran);
    } catch (error) {
      give(one, setUpError(one, couldNotRun(one, error)));
    }
  };
  await inPool(owed, options.jobs, work, options.stop);
  for (const testee of testees) blameForFolder(testee, stamps.get(testee)!, verdicts);
  return owed.map((one) => verdicts.get(one) ?? notRun(one, "the run was stopped before its turn"));
}

async function buildAll(testees: Testee[]): Promise<Map<Testee, string>> {
  const broken = new Map<Testee, string>();
  for (const testee of testees) {
    const problem = await build(testee);
    if (problem !== undefined) broken.set(testee, problem);
  }
  return broken;
}

function couldNotRun({ testee }: Owed, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" && /^spawn /.test(message)) {
    return `\`${testee.start.join(" ")}\` could not be started: there is no such command`;
  }
  return `could not be run: ${message}`;
}

/** Which case did it cannot be told when several ran at once: then none of them is sound. */
function blameForFolder(testee: Testee, before: string, verdicts: Map<Owed, Delivered>): void {
  const changed = firstChange(before, stampOf(testee));
  if (changed === undefined) return;
  for (const [owed, delivered] of verdicts) {
    if (owed.testee !== testee || delivered.verdict !== "pass") continue;
    verdicts.set(owed, setUpError(owed, `the testee changed ${changed} in its own folder ${testee.dir}`));
  }
}
