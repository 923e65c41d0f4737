import { type Checks, type SettingChanges, settingsFor } from "@botyard/manifest";
import type { Catalog } from "../custom-bots/catalog.ts";
import type { Bot } from "../model/model.ts";
import type { Settings } from "../settings/settings.ts";
import { type Described, describe, type PlatformDefaults } from "./describe.ts";
import { restoreSecrets } from "./secrets.ts";

/** Fields that are present are replaced, `config` as a whole; `null` resets a field to its default. */
export type BotPatch = SettingChanges;

/**
 * Returns a bot's settings after a patch, and its package. All of them are checked: an unchanged config must be valid against the schema
 * of a new version too.
 * @throws {PlatformError} `version_required`, `validation_failed`, `custom_bot_not_found`
 */
export async function patched(
  parts: { catalog: Catalog; checks: Checks; settings: Settings },
  bot: Bot,
  patch: BotPatch,
  defaults: PlatformDefaults,
): Promise<Described> {
  const stored = await parts.catalog.exact(bot.owner_id, bot.custom_bot, bot.version);
  const config =
    patch.config && stored
      ? restoreSecrets(stored.schema, patch.config, bot.config)
      : (patch.config ?? bot.config);
  const own = Object.fromEntries(settingsFor(bot.model).map((name) => [name, bot[name]]));
  // Without a new version keep the resolved one, even if a range would resolve to a newer one now.
  const body = { ...own, ...patch, type: `${bot.model}/${bot.custom_bot}`, config };
  const given = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== null),
  );
  const described = await describe(parts, bot.owner_id, given, defaults, bot);
  if (patch.version !== undefined) return described;
  return { ...described, settings: { ...described.settings, version_spec: bot.version_spec } };
}
