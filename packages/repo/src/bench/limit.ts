import { processes } from "./memory.ts";

/** Passes on rows as they are measured. Throws if the next one, or the end, takes longer than so many seconds. */
export async function* within<Row>(
  seconds: number,
  measured: AsyncIterable<Row> | Promise<Row[]>,
): AsyncGenerator<Row> {
  const rows = each(measured);
  for (;;) {
    const next = await inTime(seconds, rows.next());
    if (next.done) return;
    yield next.value;
  }
}

async function* each<Row>(measured: AsyncIterable<Row> | Promise<Row[]>): AsyncGenerator<Row> {
  yield* await measured;
}

/** Waits for a promise for at most so many seconds, then throws. */
export async function inTime<Value>(seconds: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const reason = new Error(`has not ended within ${seconds} s`);
    timer = setTimeout(() => reject(reason), seconds * 1000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Kills the child processes that a benchmark has left, but not this one. */
export function endChildren(except: number | undefined): void {
  for (const { pid, parent } of processes()) {
    if (parent !== process.pid || pid === except) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}
