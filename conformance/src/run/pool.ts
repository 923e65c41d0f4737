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
  let over = false;
  const worker = async (): Promise<void> => {
    while (!stop.aborted) {
      const next = waiting.next();
      over = next.done === true;
      if (next.done) return;
      await work(next.value);
    }
  };
  const workers: Promise<void>[] = [];
  // Each takes its first item when it is called, so that there are no more workers than items.
  while (workers.length < jobs && !over && !stop.aborted) workers.push(worker());
  await Promise.all(workers);
}
