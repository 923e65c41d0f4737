import type { Bot, Client } from "@botyard/client";
import { settingNames, settingRow } from "@botyard/manifest/settings";
import type { Context } from "../context.ts";
import { clean } from "../output/clean.ts";
import { settleRestarted } from "./settle.ts";

/**
 * Waits until a changed bot has the status that the change leads to, and returns it.
 *
 * @throws {Failure} exit code 1 if it does not start with the change, 7 on time-out
 */
export async function settleChanged(
  context: Context,
  client: Client,
  bots: { before: Bot; told: Bot },
  { timeoutMs, detach = false }: { timeoutMs: number; detach?: boolean | undefined },
): Promise<Bot> {
  const { before, told } = bots;
  const { changed } = told;
  if (changed !== false && starts(before, told)) {
    if (detach) return told;
    const started = await settleRestarted(context, client, bots, timeoutMs);
    // Older platforms do not say it.
    return changed === undefined ? started : { ...started, changed };
  }
  if (changed === false) {
    const already = `${clean(told.name)} has these settings already (revision ${told.revision}).`;
    context.note(`Nothing changed: ${already}`);
  }
  if (told.desired === "running" && told.status === "failed") {
    const change = "The change was saved, but it does not affect what the bot runs with: ";
    const still = `${clean(told.name)} is still failed. Next: platform bot restart ${told.bot_id}`;
    context.warn(`${changed === false ? "" : change}${still}`);
  }
  return told;
}

/** The settings of which a change replaces a running process. */
const replacing = settingNames.filter((name) => settingRow(name).replaces);

/** Whether the platform starts the bot because of a change. */
function starts(before: Bot, told: Bot): boolean {
  if (told.desired !== "running") return false;
  if (told.status === "pending") return true;
  if (told.status === "failed" || !told.type.startsWith("realtime/")) return false;
  return replacing.some((name) => JSON.stringify(before[name]) !== JSON.stringify(told[name]));
}
