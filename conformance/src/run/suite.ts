import type { Delivered, Testee } from "../model.ts";
import { whoOf } from "../report/tally.ts";
import { type Owed, type Ran, type RunOptions, runCase } from "./case.ts";
import { deliver, notRun, setUpError } from "./ledger.ts";
import { inPool } from "./pool.ts";
import { build, firstChange, stampOf } from "./testee-folder.ts";

export interface SuiteOptions extends RunOptions {
  jobs: number;
  /** When aborted, no further case is started. */
  stop: AbortSignal;
  /** Called for each verdict; with the recording if the case was run. */
  on?: (delivered: Delivered, owed: Owed, ran: Ran | undefined) => void;
  /** Skips the build commands. */
  built?: boolean;
}

export interface SuiteResult {
  /** One verdict for each owed one, in the order of `owed`. */
  delivered: Delivered[];
  /** Problems that belong to no case; the run is not sound. */
  problems: string[];
  /** Cases that timed out beside others and not when they were run again alone. */
  notes: string[];
}

/** Time-outs of one testee that occur again alone, after which its others are not repeated: it hangs. */
const mostRepeated = 3;

/** Runs all owed cases. */
export async function runSuite(owed: Owed[], options: SuiteOptions): Promise<SuiteResult> {
  const testees = [...new Set(owed.flatMap(({ testee, peer }) => (peer ? [testee, peer] : [testee])))];
  const broken = options.built ? new Map<Testee, string>() : await buildAll(testees, options.stop);
  const stamps = new Map(testees.map((testee) => [testee, stampOf(testee)]));
  const verdicts = new Map<Owed, Delivered>();
  const late: Owed[] = [];
  const give = (one: Owed, delivered: Delivered, ran?: Ran): void => {
    verdicts.set(one, delivered);
    if (delivered.verdict === "timeout" && !late.includes(one)) late.push(one);
    else options.on?.(delivered, one, ran);
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
  const notes = await repeatAlone(late, work, verdicts, options);
  const delivered = owed.map(
    (one) => verdicts.get(one) ?? notRun(one, "the run was stopped before this case"),
  );
  return { delivered, problems: changesIn(testees, stamps), notes };
}

/** Runs each case that timed out again while no other runs: a loaded machine alone must not fail a testee. */
async function repeatAlone(
  late: Owed[],
  work: (one: Owed) => Promise<void>,
  verdicts: Map<Owed, Delivered>,
  { stop, on }: SuiteOptions,
): Promise<string[]> {
  const hung = new Map<string, number>();
  const notes: string[] = [];
  for (const one of late) {
    const who = whoOf({ testee: one.testee.name, peer: one.peer?.name ?? null });
    const times = hung.get(who) ?? 0;
    if (stop.aborted || times >= mostRepeated) {
      on?.(verdicts.get(one)!, one, undefined);
      continue;
    }
    await work(one);
    if (verdicts.get(one)!.verdict === "timeout") hung.set(who, times + 1);
    else notes.push(`${who} ${one.case.id} timed out and was run again alone, without a time-out`);
  }
  return notes;
}

async function buildAll(testees: Testee[], stop: AbortSignal): Promise<Map<Testee, string>> {
  const broken = new Map<Testee, string>();
  for (const testee of testees) {
    const problem = await build(testee, stop);
    if (problem !== undefined) broken.set(testee, problem);
  }
  return broken;
}

function couldNotRun({ testee }: Owed, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (/^spawn /.test(message)) {
    const why = code === "ENOENT" ? "command not found" : code;
    return `\`${testee.start.join(" ")}\` could not be started: ${why}`;
  }
  return `could not be run: ${message}`;
}

/** Reported for the run, because several cases run at once. */
function changesIn(testees: Testee[], before: Map<Testee, string>): string[] {
  return testees.flatMap((testee) => {
    const changed = firstChange(before.get(testee)!, stampOf(testee));
    if (changed === undefined) return [];
    return [`${testee.name} changed ${changed} in its folder ${testee.dir} while the cases ran`];
  });
}
