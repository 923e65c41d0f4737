import { type SettingChanges, settingsFor } from "@botyard/manifest";
import { PlatformError } from "../errors/platform-error.ts";
import type { Bot } from "../model/model.ts";
import { SecretUnavailableError, type Vault } from "../secrets/index.ts";
import { type Described, type DescribeParts, describe, type PlatformDefaults } from "./describe.ts";
import { restoreSecrets, shownConfig } from "./secrets.ts";

/** Fields that are present are replaced, `config` as a whole; `null` resets a field to its default. */
export type BotPatch = SettingChanges;

/**
 * Returns a bot's settings after a patch, and its package. All of them are checked: an unchanged config must be valid against the schema
 * of a new version too.
 * @throws {PlatformError} `version_required`, `validation_failed`, `custom_bot_not_found`, `secrets_unavailable`
 */
export async function patched(
  parts: DescribeParts,
  bot: Bot,
  patch: BotPatch,
  defaults: PlatformDefaults,
): Promise<Described> {
  const stored = await parts.catalog.exact(bot.owner_id, bot.custom_bot, bot.version);
  const own = opened(parts.vault, bot);
  const config =
    patch.config && stored
      ? restoreSecrets(patch.config, { shown: shownConfig(stored.schema, bot.config), opened: own })
      : (patch.config ?? own);
  const settings = Object.fromEntries(settingsFor(bot.model).map((name) => [name, bot[name]]));
  // Without a new version keep the resolved one, even if a range would resolve to a newer one now.
  const body = { ...settings, ...patch, type: `${bot.model}/${bot.custom_bot}`, config };
  const given = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== null),
  );
  const described = await describe(parts, bot.owner_id, given, defaults, bot);
  if (patch.version !== undefined) return described;
  return { ...described, settings: { ...described.settings, version_spec: bot.version_spec } };
}

/** Returns the config of a bot with its own secrets in clear. */
function opened(vault: Vault, { config, bot_id }: Bot): Record<string, unknown> {
  try {
    return vault.openConfig(config, bot_id);
  } catch (error) {
    if (!(error instanceof SecretUnavailableError)) throw error;
    throw new PlatformError("secrets_unavailable", error.message);
  }
}
