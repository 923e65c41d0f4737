import { maxResultBytes, readExactJson, runVerdict } from "@botyard/core";
import { type Exit, readBotFile } from "@botyard/runtime";
import type { Run } from "../model.ts";
import { describeExit } from "./endings.ts";
import type { Masker } from "./masking/masker.ts";

export const canceledDetail = "It was canceled.";

export function timedOutDetail(seconds: number): string {
  return `It took longer than its ${seconds} seconds.`;
}

/** The end of a run as its row tells it. */
export type Outcome = Pick<Run, "status" | "detail" | "exitCode" | "signal" | "result" | "finishedAt">;

/** What becomes of a run once its process has ended [RES-14, RES-15]. A result that cannot be kept is an error. */
export function runOutcome(run: Run, exit: Exit, resultFile: string, masker: Masker): Outcome {
  const { text, result, ill, lost } = readResult(resultFile, masker);
  const judged = statusOf(run, exit, text);
  const status = judged === "success" && lost !== undefined ? "error" : judged;
  const detail = run.detail ?? lost ?? ill ?? (status === "success" ? undefined : detailOf(exit, result));
  return {
    status,
    ...(detail !== undefined && { detail }),
    ...(exit.code !== undefined && { exitCode: exit.code }),
    ...(exit.signal !== undefined && { signal: exit.signal }),
    ...(result !== undefined && { result }),
    finishedAt: exit.endedAt.toISOString(),
  };
}

/** Bytes of a result that is stored on a disk without room: what is left is kept for the ends of other runs. */
const smallBytes = 16 * 1024;

/** The outcome of a run on a disk that has no room for a large result. */
export function withoutLargeResult(outcome: Outcome, most = smallBytes): Outcome {
  const { result, ...others } = outcome;
  const bytes = result === undefined ? 0 : Buffer.byteLength(JSON.stringify(result));
  if (bytes <= most) return outcome;
  const lost = `Its result of ${bytes} bytes was not kept: the disk is full.`;
  const status = outcome.status === "success" ? "error" : outcome.status;
  return { ...others, status, detail: outcome.detail === undefined ? lost : `${outcome.detail} ${lost}` };
}

/** Why the platform ended it is in the run's row before it does so: a death in between changes nothing. */
function statusOf(run: Run, exit: Exit, resultText: string | undefined): Run["status"] {
  if (run.detail === canceledDetail) return "canceled";
  if (run.detail?.startsWith("It took longer than")) return "timed_out";
  if (exit.code === undefined && exit.signal === undefined) return "lost";
  return runVerdict(exit.code ?? null, resultText);
}

function detailOf(exit: Exit, result: unknown): string {
  if (exit.code === 0) return "It reported an error.";
  const message =
    result !== null && typeof result === "object" && "message" in result ? result.message : undefined;
  return typeof message === "string" && exit.code === 1 ? message.slice(0, 500) : describeExit(exit);
}

interface Reported {
  text?: string;
  result?: unknown;
  /** There is no result in what the bot left, which is no error. */
  ill?: string;
  /** There may well be one, which cannot be kept. */
  lost?: string;
}

function readResult(path: string, masker: Masker): Reported {
  const file = readBotFile(path, maxResultBytes);
  if (file.kind === "absent") return {};
  if (file.kind === "not_a_file") {
    return { lost: "Its result was not kept: it is not a plain file that can be read." };
  }
  if (file.kind === "too_large") {
    return { lost: `Its result was not kept: it is ${file.bytes} bytes, more than ${maxResultBytes}.` };
  }
  const text = Buffer.from(file.bytes).toString("utf8");
  try {
    return { text, result: masker.value(readExactJson(text)) };
  } catch {
    return { text, ill: "Its result is not JSON and was not kept." };
  }
}
