import { join } from "node:path";
import type { Executor, WantedIsolation } from "@botyard/runtime";

interface Options {
  dataDir: string;
  isolation: WantedIsolation;
}

/** The executors by their names in PLATFORM_EXECUTOR. Only the chosen one is loaded. */
export const executors = {
  async process({ dataDir, isolation }: Options): Promise<Executor> {
    const { createProcessExecutor } = await import("@botyard/runtime/process");
    return createProcessExecutor({ dir: join(dataDir, "executor"), isolation });
  },
};

export type ExecutorName = keyof typeof executors;
