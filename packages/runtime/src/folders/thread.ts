import { parentPort } from "node:worker_threads";
import { type Jobs, jobs } from "./jobs.ts";
import { asOwner } from "./slices.ts";

/** A job to do, and its answer. */
export interface Job {
  id: number;
  owner: string;
  name: keyof Jobs;
  given: unknown[];
}
export type Done = { id: number } & ({ found: unknown } | { error: { message: string; code?: string } });

parentPort?.on("message", async ({ id, owner, name, given }: Job) => {
  const job = jobs[name] as (...given: unknown[]) => Promise<unknown>;
  const done = await asOwner(owner, () => job(...given)).then(
    (found): Done => ({ id, found }),
    (thrown: NodeJS.ErrnoException): Done => ({
      id,
      error: { message: thrown.message, ...(thrown.code !== undefined && { code: thrown.code }) },
    }),
  );
  parentPort?.postMessage(done);
});
