import { join } from "node:path";
import { surveyIsolation } from "@botyard/runtime/process";
import { closedAbove } from "./folder.ts";

/** Returns why bots of a data folder would run without isolation; undefined if isolation may be available. */
export async function whyNotIsolated(dataDir: string): Promise<string | undefined> {
  const { isolation, reasons } = await surveyIsolation(join(dataDir, "executor"));
  if (isolation === "none") return reasons.join(" ");
  // The clone's own Node is inside the clone, which is often in root's home folder.
  const closed = isolation === "user" ? closedAbove(process.execPath) : undefined;
  return closed && `Bots that run as other users cannot execute ${process.execPath}: ${closed}.`;
}

/**
 * Returns the options with which `platform serve` runs trusted bots even if no isolation is available. Returns no options
 * if `PLATFORM_ISOLATION` is set.
 */
export async function isolationOptions(dataDir: string): Promise<string[]> {
  if (process.env.PLATFORM_ISOLATION) return [];
  return (await whyNotIsolated(dataDir)) === undefined ? [] : ["--isolation", "none", "--network", "host"];
}
