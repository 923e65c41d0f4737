import { ApiError, type PointerError, UnexpectedAnswerError, UnreachableError } from "@botyard/client";
import type { Environment } from "./context.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { asCalled, ownName } from "./output/as-called.ts";
import { clean } from "./output/clean.ts";
import { shellWord } from "./output/shell-word.ts";
import { byProxy } from "./proxy.ts";

/**
 * Returns the exit code for an error, and the lines to print on standard error.
 *
 * @param name the command as it was called
 */
export function explain(
  error: unknown,
  env: Environment = {},
  name: string = ownName,
): { exitCode: ExitCode; lines: string[] } {
  const { exitCode, message, details, next } = failureOf(error, env);
  const lines = [`error: ${asCalled(name, message)}`, ...details.map((detail) => `  ${detail}`)];
  for (const [index, step] of next.entries())
    lines.push(`${index === 0 ? "  next: " : "        "}${asCalled(name, step)}`);
  return { exitCode, lines };
}

/** Returns an error as the failure of the command that it leads to. */
export function failureOf(error: unknown, env: Environment): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof ApiError) return refused(error, env);
  if (error instanceof UnreachableError) {
    const next =
      error.code === "PLAIN_HTTP"
        ? plainHttp(error.url, env)
        : ["platform doctor", "platform serve    (starts a platform on this machine)"];
    return new Failure(exitCodes.unreachable, error.message, { next });
  }
  if (error instanceof UnexpectedAnswerError) {
    return new Failure(exitCodes.failure, error.message, { next: ["platform auth status"] });
  }
  if (error instanceof Error && "problems" in error && Array.isArray(error.problems)) {
    return new Failure(exitCodes.invalid, "The package is not valid.", { details: [error.message] });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new Failure(exitCodes.failure, message || "An unknown error occurred.");
}

function plainHttp(url: string, env: Environment): string[] {
  const origin = new URL(url).origin.replace("https:", "http:");
  return env.PLATFORM_API_URL
    ? [`export PLATFORM_API_URL=${origin}`]
    : [`platform auth login --url ${origin}`];
}

/** Converts an error of the REST API into a failure of the command. */
export function refused(error: ApiError, env: Environment = {}): Failure {
  if (!error.byPlatform) return byProxy(error);
  const details = error.errors.map((one) => withoutMessage(one, error.message));
  if (error.requestId) details.push(`request_id: ${clean(error.requestId)}`);
  const own = [...nextSteps(error, env)];
  const next = own.length > 0 || !error.hint || forPrograms.test(error.hint) ? own : [clean(error.hint)];
  return new Failure(exitCodeOf(error), clean(error.message), { details, next, cause: error });
}

/** Describes one invalid value without what the message says already. */
function withoutMessage(one: PointerError, message: string): string {
  if (message === sentenceOf(one)) return `at ${placeOf(one)}`;
  if (message === one.detail) return clean(`at ${placeOf(one)}: ${one.next}`);
  return describe(one);
}

/** Hints about the REST API, which do not apply to the command line. */
const forPrograms = /`(errors|detail|\?timeout_ms=)`|\b(GET|POST) |Idempotency-Key|Authorization:/;

/** Formats one invalid value with its JSON pointer or its place in a file. */
export function describe(error: PointerError): string {
  return clean(`${placeOf(error)}: ${sentenceOf(error)}`);
}

function sentenceOf({ detail, next }: PointerError): string {
  return [detail, next ?? ""].filter(Boolean).join(" ");
}

function placeOf({ file, line, column, pointer }: PointerError): string {
  if (!file) return clean(pointer || "(the whole document)");
  return clean(
    [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(":"),
  );
}

/** The conflicts (409) that are resolved by changing the document, and so count as `invalid`. */
const documentConflicts = new Set(["version_exists", "name_taken", "user_exists", "idempotency_mismatch"]);

export function exitCodeOf(error: ApiError): ExitCode {
  const { status, code } = error;
  if (code === "quota_exceeded") return exitCodes.failure;
  if (status === 401 || status === 403) return exitCodes.auth;
  if (status === 404) return exitCodes.notFound;
  if ([400, 412, 413, 415, 422].includes(status) || documentConflicts.has(code)) return exitCodes.invalid;
  if (status === 503 || status === 504) return exitCodes.unreachable;
  return exitCodes.failure;
}

/** What to do if the platform does not accept the key. */
export function anotherKey(env: Environment): string {
  return env.PLATFORM_API_KEY
    ? "unset PLATFORM_API_KEY, or set it to a valid key: it overrides the profile"
    : "platform auth login";
}

/** Runs a request about the things of a user. If it exceeds a quota, the error names the command that shows that user's. */
export async function ofQuotaOf<Result>(
  user: string | undefined,
  env: Environment,
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "quota_exceeded") throw error;
    const { exitCode, message, details } = refused(error, env);
    throw new Failure(exitCode, message, { details, next: [showQuotas(user)], cause: error });
  }
}

/** The command that shows the quotas of a user. */
export function showQuotas(user?: string): string {
  if (user === undefined) return "platform user show    (shows what you have of each quota)";
  return `platform user show ${shellWord(user)}    (shows what the user has of each quota)`;
}

function* nextSteps(error: ApiError, env: Environment): Generator<string> {
  if (error.status === 401) yield anotherKey(env);
  if (error.code === "quota_exceeded") {
    yield showQuotas();
    return;
  }
  if (error.code === "admin_required") {
    yield "platform auth status    (shows the user of the key)";
    yield "platform user add <name> --role admin    (as an admin: adds a user with the role admin)";
    return;
  }
  if (error.status === 403) yield "platform auth status    (shows the user and the scopes of the key)";
  if (error.status === 403) yield "platform auth login --scope admin    (gets a key with all scopes)";
  if (error.code === "bot_not_found") yield "platform bot list";
  if (error.code === "custom_bot_not_found") yield "platform custom-bot list";
  if (error.code === "bot_not_running") yield "platform bot start <bot_id>";
  if (error.code === "bot_running") yield "platform bot stop <bot_id>";
  if (error.code === "state_key_not_found") yield "platform bot state <bot_id>    (lists its keys)";
  if (error.code === "revision_not_found") yield "platform bot revisions <bot_id>";
  if (error.code === "run_not_found") yield "platform bot runs <bot_id>";
}
