import { join, resolve } from "node:path";
import { testProcess } from "./test-process.ts";

/** Returns an environment variable, or undefined if it is unset or empty [ENV-2, ENV-3]. */
export function variable(name: string): string | undefined {
  const test = testProcess();
  if (test !== undefined) return test.variable(name);
  return process.env[name] || undefined;
}

/** Returns the path of the file for the result or the one-shot answer. */
export function resultPath(): string {
  return absolute(variable("RESULT_PATH") ?? join(codeDirectory(), "result.json"));
}

/** Returns the path of the bot's state directory. */
export function stateDirectory(): string {
  return absolute(variable("STATE_DIR") ?? join(codeDirectory(), ".state"));
}

/** Resolves a path against the current directory [ENV-4]. */
function absolute(path: string): string {
  try {
    return resolve(path);
  } catch {
    // The current directory no longer exists; using the path fails with a system error.
    return path;
  }
}

function codeDirectory(): string {
  return variable("CODE_MOUNT_DIR") ?? ".";
}

let runsQueries = false;

/** Makes this process a query process, whatever the environment variables are [ENV-5]. */
export function becomeQueryProcess(): void {
  runsQueries = true;
}

/** Returns whether this is a query process, which may write neither state nor result [ENV-5]. */
export function isQueryProcess(): boolean {
  const test = testProcess();
  if (test !== undefined) return test.isAnswering();
  return runsQueries || variable("QUERY_PATH") !== undefined || variable("QUERY_PORT") !== undefined;
}
