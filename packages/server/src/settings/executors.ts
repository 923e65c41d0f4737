import type { Socket } from "node:net";
import { join } from "node:path";
import type { Executor, WantedIsolation } from "@botyard/runtime";
import type { LocalPeer } from "@botyard/runtime/process";

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

/** How each executor finds out whose process is at the other end of a connection within this machine. */
export const peers = {
  async process(connection: Socket): Promise<LocalPeer | undefined> {
    const { localPeer } = await import("@botyard/runtime/process");
    return localPeer(connection);
  },
} satisfies Record<ExecutorName, unknown>;

export type ExecutorName = keyof typeof executors;
