import { type Checks, checksHere } from "./checks.ts";

/** A check to do, and its answer. */
export interface Job {
  id: number;
  check: keyof Checks;
  given: unknown[];
}
export type Done = { id: number } & ({ found: unknown } | { error: { message: string; code?: string } });

process.on("message", async ({ id, check, given }: Job) => {
  const done = await (checksHere[check] as (...given: unknown[]) => Promise<unknown>)(...given).then(
    (found): Done => ({ id, found }),
    (thrown: NodeJS.ErrnoException): Done => ({
      id,
      error: { message: thrown.message, ...(thrown.code !== undefined && { code: thrown.code }) },
    }),
  );
  process.send?.(done);
});

// The caller has died. What it asked for must not be written beside what its successor does.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// The caller ends this process; a signal to its whole group is not meant for a check in progress.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
