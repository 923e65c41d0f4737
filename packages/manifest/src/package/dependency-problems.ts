import type { Problem } from "../problems/problem.ts";

/** The problem of dependencies that are declared in a form that is not read. */
export function notPacked(
  file: string,
  message: string,
  next: string,
  severity: Problem["severity"] = "warning",
): Problem {
  return { code: "dependency.not_packed", file, message, next, severity };
}

/** The problem of a `package.json` without a lock file. */
export function noLock(names: readonly string[]): Problem {
  return {
    code: "dependency.no_lock",
    file: "package.json",
    message: `package.json depends on ${names.join(", ")}, but there is no package-lock.json with the versions.`,
    next: "Write it: npm install --package-lock-only",
    severity: "error",
  };
}
