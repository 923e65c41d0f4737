import { BotyardError, type ErrorCode, type ErrorValues } from "../errors/index.ts";
import { quote, writeJson } from "../json/index.ts";
import type { Failure } from "./failure.ts";

/** The outcome of a query: the answer's JSON text, or a failure with its message. */
export type Outcome =
  | { kind: "ok"; json: string }
  | { kind: "handler_failed"; message: string; failure: Failure }
  | { kind: Exclude<FailureKind, "handler_failed">; message: string; available?: readonly string[] };

type FailureKind = Exclude<keyof typeof outcomeTable, "ok">;

/** The one-shot exit code and the HTTP status of each outcome. */
export const outcomeTable = {
  ok: { exitCode: 0, status: 200 },
  handler_failed: { exitCode: 1, status: 500 },
  invalid_param: { exitCode: 1, status: 400 },
  params_not_object: { exitCode: 1, status: 400 },
  unknown_path: { exitCode: 1, status: 404 },
  method_not_allowed: { exitCode: 1, status: 405 },
  body_too_large: { exitCode: 1, status: 413 },
} as const;

/** Makes a failure from its code: `failed("unknown_path", { path })` has the message of `query.unknown_path`. */
export function failed<Kind extends Exclude<FailureKind, "invalid_param" | "handler_failed">>(
  kind: Kind,
  values: ErrorValues<`query.${Kind}`>,
): Outcome & { kind: Kind } {
  return { kind, message: new BotyardError(codeOf(kind), values).message } as Outcome & { kind: Kind };
}

/** Makes the outcome of a failed handler: the message of its answer, and the details for the log. */
export function handlerFailed(message: string, failure: Failure): Outcome {
  return { kind: "handler_failed", message, failure };
}

function codeOf(kind: FailureKind): ErrorCode {
  return `query.${kind}`;
}

/** Returns the one-shot answer: the document for `RESULT_PATH` and the exit code. */
export function oneShotAnswer(outcome: Outcome): { document: string; exitCode: 0 | 1 } {
  const { exitCode } = outcomeTable[outcome.kind];
  return {
    document: outcome.kind === "ok" ? `{"status":"ok","data":${outcome.json}}` : failure(outcome, true),
    exitCode,
  };
}

/** An answer over HTTP; the server adds `Content-Length`. */
export type HttpAnswer = { status: number; headers: Record<string, string>; body: string };

/** Returns the answer over HTTP: the value itself, or the failure's document. */
export function httpAnswer(outcome: Outcome): HttpAnswer {
  const { status } = outcomeTable[outcome.kind];
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (outcome.kind === "method_not_allowed") headers.Allow = "GET, POST";
  const body = outcome.kind === "ok" ? outcome.json : failure(outcome, outcome.kind !== "handler_failed");
  return { status, headers, body };
}

function failure(outcome: Exclude<Outcome, { kind: "ok" }>, withCode: boolean): string {
  const code = withCode ? `,"code":"${codeOf(outcome.kind)}"` : "";
  const available =
    "available" in outcome
      ? `,"available_queries":${writeJson(outcome.available, (reason) => new TypeError(reason))}`
      : "";
  return `{"status":"error","error":${quote(outcome.message)}${code}${available}}`;
}
