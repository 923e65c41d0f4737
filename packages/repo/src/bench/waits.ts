import { median, type Row } from "./numbers.ts";
import type { Scene } from "./scene.ts";

/** Sends small requests one after the other while `work` is in progress. Returns the times of all in milliseconds. */
export async function waitsDuring(scene: Scene, bot: string, work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let working = true;
  const ended = work.finally(() => {
    working = false;
  });
  while (working) {
    const began = performance.now();
    await scene.platform.get(`/bots/${bot}`);
    waits.push(performance.now() - began);
  }
  await ended;
  return waits;
}

const spread = (waits: number[]): string => `p50 ${median(waits).toFixed(1)} ms of ${waits.length}`;

/** The row of the longest wait of small requests. */
export const waitRow = (during: string, waits: number[], alone: number[]): Row => ({
  name: `small requests during ${during}, longest`,
  value: Math.max(...waits),
  unit: "ms",
  target: { atMost: 50 },
  detail: `${spread(waits)}; alone: longest ${Math.max(...alone).toFixed(1)} ms, ${spread(alone)}`,
});
