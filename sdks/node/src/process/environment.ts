import { join, resolve } from "node:path";

/** A variable of the environment; undefined when it is unset or empty [ENV-2, ENV-3]. */
export function variable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** The file that takes the result or the one-shot answer. */
export function resultPath(): string {
  return absolute(variable("RESULT_PATH") ?? join(codeDirectory(), "result.json"));
}

/** The directory of the bot's state. */
export function stateDirectory(): string {
  return absolute(variable("STATE_DIR") ?? join(codeDirectory(), ".state"));
}

/** Resolves a path against the current directory [ENV-4]. */
function absolute(path: string): string {
  try {
    return resolve(path);
  } catch {
    // The current directory is gone; whoever uses the path is told by the system.
    return path;
  }
}

function codeDirectory(): string {
  return variable("CODE_MOUNT_DIR") ?? ".";
}

let runsQueries = false;

/** From here on the process only answers queries, whatever its environment says [ENV-5]. */
export function becomeQueryProcess(): void {
  runsQueries = true;
}

/** Whether this process answers queries, so that state and result are not its to write [ENV-5]. */
export function isQueryProcess(): boolean {
  return runsQueries || variable("QUERY_PATH") !== undefined || variable("QUERY_PORT") !== undefined;
}
