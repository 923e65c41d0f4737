/**
 * Processes items with up to `jobs` workers. After `stop` is aborted, running items are finished and no other is
 * started.
 */
export async function inPool<T>(
  items: T[],
  jobs: number,
  work: (item: T) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (stop.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
}
