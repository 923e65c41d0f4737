import { join } from "node:path";
import { surveyIsolation } from "@botyard/runtime/process";
import { closedAbove } from "./folder.ts";

/** Returns why bots of a data folder would run without isolation; undefined if isolation may be available. */
export const whyNotIsolated = async (dataDir: string): Promise<string | undefined> =>
  (await survey(dataDir)).unisolated;

async function survey(dataDir: string): Promise<{ unisolated?: string; networkObstacle?: string }> {
  const { isolation, reasons, ...found } = await surveyIsolation(join(dataDir, "executor"));
  if (isolation === "none") return { ...found, unisolated: reasons.join(" ") };
  // The clone's own Node is inside the clone, which is often in root's home folder.
  const closed = isolation === "user" ? closedAbove(process.execPath) : undefined;
  if (closed === undefined) return found;
  return {
    ...found,
    unisolated: `Bots that run as other users cannot execute ${process.execPath}: ${closed}.`,
  };
}

/** How `platform serve` is started for trusted bots: they run even where no isolation, or no network of their own, is possible. */
export interface Trusting {
  options: string[];
  /** What bots have less, in sentences. */
  warnings: string[];
}

/** What `PLATFORM_ISOLATION` and `PLATFORM_NETWORK` set is left as it is. */
export async function trusting(dataDir: string): Promise<Trusting> {
  if (process.env.PLATFORM_ISOLATION) return { options: [], warnings: [] };
  const { unisolated, networkObstacle } = await survey(dataDir);
  if (unisolated !== undefined) {
    const warning = `Using --isolation none: the demo's bots run without isolation, as the user who started it. ${unisolated}`;
    return { options: ["--isolation", "none", "--network", "host"], warnings: [warning] };
  }
  if (networkObstacle === undefined || process.env.PLATFORM_NETWORK) return { options: [], warnings: [] };
  const warning = `Using --network host: the demo's bots have the network of this machine. ${networkObstacle}`;
  return { options: ["--network", "host"], warnings: [warning] };
}
