import { parentPort } from "node:worker_threads";
import { type Jobs, jobs } from "./jobs.ts";

/** A job to do, and its answer. */
export interface Job {
  id: number;
  name: keyof Jobs;
  given: unknown[];
}
export type Done = { id: number } & ({ found: unknown } | { error: { message: string; code?: string } });

parentPort?.on("message", async ({ id, name, given }: Job) => {
  const done = await (jobs[name] as (...given: unknown[]) => Promise<unknown>)(...given).then(
    (found): Done => ({ id, found }),
    (thrown: NodeJS.ErrnoException): Done => ({
      id,
      error: { message: thrown.message, ...(thrown.code !== undefined && { code: thrown.code }) },
    }),
  );
  parentPort?.postMessage(done);
});
