import { join } from "node:path";
import { surveyIsolation } from "@botyard/runtime";
import { closedAbove } from "./folder.ts";

/** Why bots of a data folder would run without isolation; `undefined` where something isolates them, or might again. */
export async function whyNotIsolated(dataDir: string): Promise<string | undefined> {
  const { isolation, reasons } = await surveyIsolation(join(dataDir, "executor"));
  if (isolation === "none") return reasons.join(" ");
  // A Node that the clone brought lies in the clone, which is often root's own home.
  const closed = isolation === "user" ? closedAbove(process.execPath) : undefined;
  return closed && `Bots that have users of their own cannot run ${process.execPath}: ${closed}.`;
}

/**
 * What to tell `platform serve` for bots that are our own: to run them without isolation where nothing isolates bots, which
 * it does for root only when told. `PLATFORM_ISOLATION` decides where it is set.
 */
export async function isolationOptions(dataDir: string): Promise<string[]> {
  if (process.env.PLATFORM_ISOLATION) return [];
  return (await whyNotIsolated(dataDir)) === undefined ? [] : ["--isolation", "none"];
}
