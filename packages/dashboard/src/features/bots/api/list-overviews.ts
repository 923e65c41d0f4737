import type { BotOverview } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export type Overview = BotOverview;
export type Signal = NonNullable<Overview["last_signal"]>;

/** What bots did during the last day, by bot; without `ids`, of all bots of the user. */
export async function listOverviews(
  ids: string[] | undefined,
  user: string | undefined,
  signal: AbortSignal,
): Promise<Map<string, Overview>> {
  const overviews = await platform
    .until(signal)
    .bots.overviews(ids ? { ids } : user === undefined ? {} : { user });
  return new Map(overviews.map((one) => [one.bot_id, one]));
}
