import { readExactJson, runVerdict } from "@botyard/core";
import { type Exit, readBotFile } from "@botyard/runtime";
import type { Run } from "../model.ts";
import { describeExit } from "./endings.ts";
import type { Masker } from "./masking/masker.ts";

/** The most that a run's result may hold. */
export const resultBytes = 1024 * 1024;

export const canceledDetail = "It was canceled.";

export function timedOutDetail(seconds: number): string {
  return `It took longer than its ${seconds} seconds.`;
}

/** What becomes of a run once its process has ended [RES]. */
export function runOutcome(
  run: Run,
  exit: Exit,
  resultFile: string,
  masker: Masker,
): Pick<Run, "status" | "detail" | "exitCode" | "signal" | "result" | "finishedAt"> {
  const { text, result, problem } = readResult(resultFile, masker);
  const status = statusOf(run, exit, text);
  const detail = run.detail ?? problem ?? (status === "success" ? undefined : detailOf(exit, result));
  return {
    status,
    ...(detail !== undefined && { detail }),
    ...(exit.code !== undefined && { exitCode: exit.code }),
    ...(exit.signal !== undefined && { signal: exit.signal }),
    ...(result !== undefined && { result }),
    finishedAt: exit.endedAt.toISOString(),
  };
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

function readResult(path: string, masker: Masker): { text?: string; result?: unknown; problem?: string } {
  const file = readBotFile(path, resultBytes);
  if (file.kind === "absent") return {};
  if (file.kind === "not_a_file") return { problem: "Its result is not a plain file and was not kept." };
  if (file.kind === "too_large") {
    return { problem: `Its result of ${file.bytes} bytes was not kept: ${resultBytes} are allowed.` };
  }
  const text = Buffer.from(file.bytes).toString("utf8");
  try {
    return { text, result: masker.value(readExactJson(text)) };
  } catch {
    return { text, problem: "Its result is not JSON and was not kept." };
  }
}
