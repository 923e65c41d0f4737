import { join } from "node:path";
import { surveyIsolation } from "@botyard/runtime";

/** Why bots of a data folder would run without isolation; `undefined` where something isolates them, or might again. */
export async function whyNotIsolated(dataDir: string): Promise<string | undefined> {
  const { isolation, reasons } = await surveyIsolation(join(dataDir, "executor"));
  return isolation === "none" ? reasons.join(" ") : undefined;
}

/**
 * What to tell `platform serve` for bots that are our own: to run them without isolation where nothing isolates bots, which
 * it does for root only when told. `PLATFORM_ISOLATION` decides where it is set.
 */
export async function isolationOptions(dataDir: string): Promise<string[]> {
  if (process.env.PLATFORM_ISOLATION) return [];
  return (await whyNotIsolated(dataDir)) === undefined ? [] : ["--isolation", "none"];
}
