import type { Catalog } from "../custom-bots/catalog.ts";
import type { Bot } from "../model.ts";
import type { BotSettings } from "../store/bots.ts";
import { describe } from "./describe.ts";
import { restoreSecrets } from "./secrets.ts";

/** A given field replaces; `config` replaces whole; `null` gives a field back to its default. */
export interface BotPatch {
  name?: string;
  version?: string;
  schedule?: string;
  timezone?: string | null;
  catch_up?: "none" | "last" | null;
  timeout_seconds?: number | null;
  config?: Record<string, unknown>;
}

/** A bot's settings after a patch, checked whole: an unchanged config must fit a new version's schema too. */
export async function patched(
  catalog: Catalog,
  bot: Bot,
  patch: BotPatch,
  defaults: { timeoutSeconds: number },
): Promise<BotSettings> {
  const stored = await catalog.exact(bot.ownerId, bot.customBot, bot.version);
  const config =
    patch.config && stored
      ? restoreSecrets(stored.schema, patch.config, bot.config)
      : (patch.config ?? bot.config);
  const body = {
    name: bot.name,
    // Without a new version the one that was resolved stays, even where a range would mean a newer one today.
    version: bot.version,
    schedule: bot.schedule,
    timezone: bot.timezone,
    ...(bot.model === "scheduled" && { catch_up: bot.catchUp, timeout_seconds: bot.timeoutSeconds }),
    ...patch,
    type: `${bot.model}/${bot.customBot}`,
    config,
  };
  const given = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== null),
  );
  const { settings } = await describe(catalog, bot.ownerId, given, defaults);
  return patch.version === undefined ? { ...settings, versionSpec: bot.versionSpec } : settings;
}
