import { answerOneShot, neverAnswered, type Outcome, oneShotAnswer, type Registry } from "@botyard/core";
import { exitProcess, whenOutOfWork } from "../process/end.ts";
import { variable } from "../process/environment.ts";
import { logQuietly } from "../process/quiet-log.ts";
import { writeAnswer } from "../process/result-file.ts";
import { logFailedHandler } from "./failure-log.ts";
import { surviveFailures } from "./left-work.ts";

/** Answers the query of a one-shot process and ends the process [Q-16 … Q-19]. */
export async function answerOnce(registry: Registry, path: string): Promise<never> {
  surviveFailures();
  // If nothing can settle the promise below any more, Node runs out of work.
  whenOutOfWork(() => finish(neverAnswered(path)));
  return finish(await answerOneShot(registry, { QUERY_PATH: path, QUERY_PARAMS: variable("QUERY_PARAMS") }));
}

function finish(outcome: Outcome): never {
  logFailedHandler(outcome);
  const { document, exitCode } = oneShotAnswer(outcome);
  try {
    writeAnswer(document);
  } catch (failure) {
    logQuietly((failure as Error).message);
    exitProcess(1);
  }
  exitProcess(exitCode);
}
