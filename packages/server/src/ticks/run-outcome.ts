import { maxResultBytes, readExactJson, runVerdict } from "@botyard/core";
import { describeSilence, type Exit, type LaunchFiles, readBotFile } from "@botyard/runtime";
import type { Run } from "../model/model.ts";
import type { Masker } from "../output/index.ts";
import { describeExit } from "../processes/index.ts";

/** What the row of a canceled run says. */
export const canceled = { ended_by: "cancel", detail: "The run was canceled." } as const;

/** What the row of a run says that has reached its time limit. */
export function timedOut(seconds: number) {
  return {
    ended_by: "time_limit",
    detail: `The run exceeded its time limit of ${seconds} seconds (timeout_seconds).`,
  } as const;
}

/** The fields of a run's row that its end sets. */
export type Outcome = Pick<
  Run,
  | "status"
  | "ended_by"
  | "detail"
  | "late_seconds"
  | "start_deadline_seconds"
  | "exit_code"
  | "signal"
  | "result"
  | "finished_at"
>;

/** Returns the outcome of a run that has ended [RES-14]. A result that cannot be stored is an error [RES-17]. */
export function runOutcome(run: Run, exit: Exit, files: LaunchFiles, masker: Masker): Outcome {
  const { text, result, ill, lost } = readResult(files.result, masker);
  const judged = statusOf(run, exit, text);
  const status = judged === "success" && lost !== undefined ? "error" : judged;
  const detail =
    run.detail ?? lost ?? ill ?? (status === "success" ? describeSilence(files) : detailOf(exit, result));
  return {
    status,
    ...(detail !== undefined && { detail }),
    ...(exit.code !== undefined && { exit_code: exit.code }),
    ...(exit.signal !== undefined && { signal: exit.signal }),
    ...(result !== undefined && { result }),
    finished_at: exit.endedAt.toISOString(),
  };
}

/** Maximum size of a result that is stored on a full disk, in bytes; the rest of the reserve is for other runs. */
const smallBytes = 16 * 1024;

/** Removes a large result from an outcome, for a disk that has no room for it. */
export function withoutLargeResult(outcome: Outcome, most = smallBytes): Outcome {
  const { result, ...others } = outcome;
  const bytes = result === undefined ? 0 : Buffer.byteLength(JSON.stringify(result));
  if (bytes <= most) return outcome;
  const lost = `The result of ${bytes} bytes was not stored: the disk is full.`;
  const status = outcome.status === "success" ? "error" : outcome.status;
  return { ...others, status, detail: outcome.detail === undefined ? lost : `${outcome.detail} ${lost}` };
}

/** The platform stores `ended_by` before it ends a run, so it is there even after a crash in between. */
function statusOf(run: Run, exit: Exit, resultText: string | undefined): Run["status"] {
  if (run.ended_by === "cancel") return "canceled";
  if (run.ended_by === "time_limit") return "timed_out";
  if (exit.code === undefined && exit.signal === undefined) return "lost";
  return runVerdict(exit.code ?? null, resultText);
}

function detailOf(exit: Exit, result: unknown): string {
  if (exit.code === 0) return "The run reported an error.";
  const message =
    result !== null && typeof result === "object" && "message" in result ? result.message : undefined;
  return typeof message === "string" && exit.code === 1 ? message.slice(0, 500) : describeExit(exit);
}

interface Reported {
  text?: string;
  result?: unknown;
  /** Why the file holds no result, which is not an error. */
  ill?: string;
  /** Why the result cannot be stored, which is an error. */
  lost?: string;
}

function readResult(path: string, masker: Masker): Reported {
  const file = readBotFile(path, maxResultBytes);
  if (file.kind === "absent") return {};
  if (file.kind === "not_a_file") {
    return { lost: "The result was not stored: it is not a readable regular file." };
  }
  if (file.kind === "too_large") {
    return { lost: `The result was not stored: it is ${file.bytes} bytes, more than ${maxResultBytes}.` };
  }
  const text = Buffer.from(file.bytes).toString("utf8");
  try {
    return { text, result: masker.value(readExactJson(text)) };
  } catch {
    return { text, ill: "The result was not stored: it is not valid JSON." };
  }
}
