import { randomBytes } from "node:crypto";
import type { ErrorTable } from "../judge/finding.ts";
import { judgeStep } from "../judge/step.ts";
import type { Case, Failure, Observation, Step, Testee } from "../model.ts";
import { failTexts } from "./fail-texts.ts";
import { CaseFolder } from "./folder.ts";
import { freePort, observe } from "./step.ts";
import { filler, mapTexts, unfiller } from "./substitute.ts";

/** A case to be run by one testee, with a second one for the steps `by: peer`. */
export interface Owed {
  case: Case;
  testee: Testee;
  peer: Testee | null;
}

export interface RunOptions {
  errors: ErrorTable;
  /** Returns the content of the CONF_SCRIPT file for a step. */
  scriptOf(step: Step): string;
  /** Called with the folder of a failed case, which is then not removed. */
  keep?: (owed: Owed, folder: CaseFolder) => void;
}

/** Result of one run of a case: a recording of every step, and the failures. */
export interface Ran {
  /** Steps with placeholders filled in, each with its observation. */
  steps: { step: Step; seen: Observation; testee: Testee }[];
  failures: Failure[];
  seconds: number;
}

/** Runs the steps of a case in order in one folder, up to the first that fails. */
export async function runCase(owed: Owed, options: RunOptions): Promise<Ran> {
  const began = performance.now();
  const folder = new CaseFolder();
  const steps: Ran["steps"] = [];
  let failures: Failure[] = [];
  try {
    for (const [i, written] of owed.case.steps.entries()) {
      const testee = written.by === "peer" ? owed.peer! : owed.testee;
      const placeholders = { ...(await namesOf(folder, steps[0]?.seen)) };
      const step = mapTexts(written, filler({ ...placeholders, ...failTexts(testee) }));
      const script = options.scriptOf(step);
      const seen = await observe({ step, script, testee, folder, placeholders });
      steps.push({ step, seen, testee });
      failures = judge(step, seen, testee, options.errors).map((failure) => ({
        ...failure,
        at: owed.case.steps.length > 1 ? `step ${i + 1}, ${failure.at}` : failure.at,
      }));
      if (failures.length > 0) break;
    }
  } finally {
    if (failures.length > 0 && options.keep) options.keep(owed, folder);
    else folder.remove();
  }
  return { steps, failures, seconds: (performance.now() - began) / 1000 };
}

/** Returns the failures of one step, in texts that are the same in every run. */
export function judge(step: Step, seen: Observation, testee: Testee, errors: ErrorTable): Failure[] {
  const unfill = unfiller(seen.placeholders);
  return judgeStep({ step, seen, lacks: new Set(Object.keys(testee.lacks)), errors }).map((failure) => ({
    ...failure,
    at: unfill(failure.at),
    text: unfill(failure.text),
    ...(failure.stderr ? { stderr: failure.stderr.map(unfill) } : {}),
  }));
}

async function namesOf({ dir }: CaseFolder, first: Observation | undefined) {
  const nonce = first?.placeholders.nonce ?? nonceText();
  return { nonce, dir, port: String(await freePort()) };
}

/** Twelve lower-case letters and digits. */
function nonceText(): string {
  return BigInt(`0x${randomBytes(16).toString("hex")}`)
    .toString(36)
    .padStart(12, "0")
    .slice(-12);
}
