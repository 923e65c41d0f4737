/** Works through items with some workers at once; what it began it finishes, also when it is told to stop. */
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
