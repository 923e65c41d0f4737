/**
 * Processes items with up to `jobs` workers. After `stop` is aborted, running items are finished and no other is
 * started.
 */
export async function inPool<T>(
  items: Iterable<T>,
  jobs: number,
  work: (item: T) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    while (!stop.aborted) {
      const next = waiting.next();
      if (next.done) return;
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}
