import { botyardError } from "@botyard/core";
import { becomeQueryProcess, variable } from "../process/environment.ts";
import { testProcess } from "../process/test-process.ts";
import { answerOnce } from "./one-shot.ts";
import { registry } from "./registry.ts";

let wasRun = false;

/**
 * Answers queries with the registered handlers and the built-ins `/health` and `/info`. If `QUERY_PATH` is set, answers
 * this query and ends the process; otherwise serves HTTP on `QUERY_HOST` and `QUERY_PORT` until SIGTERM.
 *
 * After this call state is read-only and results are refused. Call it once, at the end of the query program.
 *
 * @returns a promise that is fulfilled when the server listens, and never in one-shot mode
 * @throws {BotyardError} `query.already_running` at a second call, `query.invalid_port` if `QUERY_PORT` is not a number
 * from 1 to 65535, `query.listen_failed` if the address cannot be used
 * @example
 * query.handler("/runs", () => state.get("runs", 0)); // /runs answers 0
 * await query.run();
 */
export async function run(): Promise<void> {
  // A test asks the handlers itself.
  if (testProcess() !== undefined) return;
  if (wasRun) throw botyardError("query.already_running", {});
  wasRun = true;
  becomeQueryProcess();
  const path = variable("QUERY_PATH");
  if (path !== undefined) return answerOnce(registry, path);
  // Loaded only here: a one-shot query needs no HTTP and should start fast.
  const { serve } = await import("./server.ts");
  await serve(registry);
}
