import { statfs } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import type { Capacity } from "../settings/commitments.ts";

/** Returns what this machine has, or the container of the platform. */
export async function capacityOf(dataDir: string): Promise<Capacity> {
  const { bsize, blocks } = await statfs(dataDir);
  // 0, or far more than the machine has, where nothing limits it.
  const constrained = process.constrainedMemory();
  const memory = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return { memory, cpus: availableParallelism(), disk: bsize * blocks };
}
