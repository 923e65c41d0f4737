/** Runs tasks, at most `atOnce` at the same time. After the first that rejects, no other is begun. */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      await run(item).catch((error: unknown) => {
        left.length = 0;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
}
