import type { Checks } from "@botyard/manifest";
import type { Catalog } from "../custom-bots/catalog.ts";
import type { Bot } from "../model.ts";
import { type Described, describe } from "./describe.ts";
import { restoreSecrets } from "./secrets.ts";

/** Fields that are present are replaced, `config` as a whole; `null` resets a field to its default. */
export interface BotPatch {
  name?: string;
  version?: string;
  schedule?: string;
  timezone?: string | null;
  catch_up?: "none" | "last" | null;
  start_deadline_seconds?: number | null;
  timeout_seconds?: number | null;
  config?: Record<string, unknown>;
}

/**
 * Returns a bot's settings after a patch, and its package. All of them are checked: an unchanged config must be valid against the schema
 * of a new version too.
 * @throws {PlatformError} `version_required`, `validation_failed`, `custom_bot_not_found`
 */
export async function patched(
  parts: { catalog: Catalog; checks: Checks },
  bot: Bot,
  patch: BotPatch,
  defaults: { timeoutSeconds: number },
): Promise<Described> {
  const stored = await parts.catalog.exact(bot.owner_id, bot.custom_bot, bot.version);
  const config =
    patch.config && stored
      ? restoreSecrets(stored.schema, patch.config, bot.config)
      : (patch.config ?? bot.config);
  const body = {
    name: bot.name,
    // Without a new version keep the resolved one, even if a range would resolve to a newer one now.
    version: bot.version,
    schedule: bot.schedule,
    timezone: bot.timezone,
    ...(bot.model === "scheduled" && {
      catch_up: bot.catch_up,
      start_deadline_seconds: bot.start_deadline_seconds,
      timeout_seconds: bot.timeout_seconds,
    }),
    ...patch,
    type: `${bot.model}/${bot.custom_bot}`,
    config,
  };
  const given = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== null),
  );
  const described = await describe(parts, bot.owner_id, given, defaults);
  if (patch.version !== undefined) return described;
  return { ...described, settings: { ...described.settings, version_spec: bot.version_spec } };
}
