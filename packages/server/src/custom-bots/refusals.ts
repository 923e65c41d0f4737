import type { Problem } from "@botyard/manifest";
import { type ErrorItem, PlatformError } from "../errors/platform-error.ts";
import type { Received } from "./receive.ts";

/** @throws {PlatformError} `package_invalid` */
export function requireDigest({ sha256 }: Received, expected: string | undefined): void {
  if (expected === undefined || expected.toLowerCase() === sha256) return;
  throw new PlatformError(
    "package_invalid",
    `The received package has the SHA-256 ${sha256}, but X-Content-SHA256 is ${expected}. Send it again.`,
  );
}

export function invalid(problems: readonly Problem[]): PlatformError {
  const count = problems.filter((problem) => problem.severity === "error").length;
  return new PlatformError(
    "package_invalid",
    `The package has ${count} ${count === 1 ? "problem" : "problems"}.`,
    { errors: problems.map(itemOf) },
  );
}

export function filesMissing(missing: string[]): PlatformError {
  const what = missing.length === 1 ? "1 content" : `${missing.length} contents`;
  return new PlatformError("files_missing", `The platform does not have ${what} of the list from you.`, {
    missing,
  });
}

const namedAtMost = 10;

export function inUse(name: string, version: string, bots: readonly string[]): PlatformError {
  const named = bots.slice(0, namedAtMost).map((bot) => JSON.stringify(bot));
  const more = bots.length > namedAtMost ? ` and ${bots.length - namedAtMost} more` : "";
  return new PlatformError(
    "version_in_use",
    `"${name}" ${version} is used by ${bots.length === 1 ? "the bot" : "the bots"} ${named.join(", ")}${more}.`,
  );
}

export function itemOf(problem: Problem): ErrorItem {
  const { code, file, line, column, pointer, message, next, severity } = problem;
  return {
    code,
    file,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(pointer !== undefined && { pointer }),
    detail: message,
    next,
    severity,
  };
}
