import type { Page } from "playwright-core";

/**
 * Starts to count how long the page computes. Returns a function for the milliseconds of the processor since then, whatever
 * else the machine does.
 */
export async function computing(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value * 1000;
  };
  const before = await spent();
  return async () => (await spent()) - before;
}
