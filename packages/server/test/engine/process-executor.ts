import { join } from "node:path";
import type { Executor, WantedIsolation } from "@botyard/runtime";
import { createProcessExecutor, surveyIsolation } from "@botyard/runtime/process";

/** The isolation for the bots of a test: `none` only on a machine where no isolation works. */
export async function testIsolation(dataDir: string): Promise<WantedIsolation> {
  const { isolation } = await surveyIsolation(join(dataDir, "executor"));
  return isolation === "none" ? "none" : "auto";
}

export async function processExecutor(dataDir: string): Promise<Executor> {
  return createProcessExecutor({ dir: join(dataDir, "executor"), isolation: await testIsolation(dataDir) });
}
