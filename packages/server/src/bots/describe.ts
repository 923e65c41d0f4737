import { isDeepStrictEqual } from "node:util";
import {
  type BotConfig,
  type Checks,
  checkInstance,
  type GivenSettings,
  type InstanceConfig,
  type NamesWith,
  nextTicks,
  type PlacedReference,
  type Problem,
  pointerOf,
  replacedIn,
  type SettledSettings,
  secretReferences,
  settingNames,
  settingRow,
  splitType,
} from "@botyard/manifest";
import type { Catalog, Package } from "../custom-bots/catalog.ts";
import { type ErrorItem, PlatformError } from "../errors/platform-error.ts";
import type { Bot, BotSettings } from "../model/model.ts";
import { objectionsTo } from "../networks/index.ts";
import { SecretUnavailableError, type Vault, withValues } from "../secrets/index.ts";
import { objectionsToResources } from "../settings/resources.ts";
import type { Settings } from "../settings/settings.ts";

/** A valid instance configuration with its resolved version and defaults. */
export interface Described {
  package: Package;
  model: BotConfig["type"];
  settings: BotSettings;
}

export interface DescribeParts {
  catalog: Catalog;
  checks: Checks;
  settings: Settings;
  vault: Vault;
}

/**
 * Checks an instance configuration against the custom bot that it names, and fills in defaults.
 * @param kept the bot as it is: its resources may stay, its network as long as its version does, and `host` until it is changed
 * @throws {PlatformError} `version_required`, `validation_failed`, `custom_bot_not_found`, `secrets_unavailable`
 */
export async function describe(
  { catalog, checks, settings, vault }: DescribeParts,
  ownerId: string,
  body: unknown,
  defaults: PlatformDefaults,
  kept?: Pick<Bot, "network" | "resources" | "version">,
): Promise<Described> {
  const instance = checked(body);
  const type = splitType(instance.type);
  if (!type) {
    throw invalid([
      { pointer: "/type", detail: `"${instance.type}" does not have the form <model>/<custom bot>.` },
    ]);
  }
  const found = await catalog.resolve(ownerId, type.customBot, instance.version);
  if (found.config.type !== type.model) {
    const right = `${found.config.type}/${type.customBot}`;
    throw invalid([
      {
        pointer: "/type",
        detail: `"${type.customBot}" ${found.version} is a ${found.config.type} bot, not a ${type.model} one.`,
        next: `Write "${right}".`,
      },
    ]);
  }
  const refused = objectionsTo(settings, instance.network, found.config.network);
  const isKept =
    kept !== undefined &&
    isDeepStrictEqual(instance.network, kept.network) &&
    (found.version === kept.version || kept.network === "host");
  if (refused.length > 0 && !isKept) throw invalid(refused);
  const tooMuch = objectionsToResources(settings, instance.resources);
  if (tooMuch.length > 0 && !isDeepStrictEqual(instance.resources, kept?.resources)) throw invalid(tooMuch);
  return {
    package: found,
    model: type.model,
    settings: {
      ...withDefaults(instance, defaults),
      version_spec: instance.version,
      version: found.version,
      config: await checkConfig({ checks, vault }, found, ownerId, instance.config),
    },
  };
}

/** Defaults that the operator of the platform sets, by the setting. */
export type PlatformDefaults = { [Name in NamesWith<{ default: "platform" }>]: SettledSettings[Name] };

function withDefaults(given: GivenSettings, platform: PlatformDefaults): SettledSettings {
  const settled = settingNames.map((name) => {
    const row = settingRow(name);
    const standard = "default" in row ? row.default : undefined;
    const ofPlatform = platform[name as keyof PlatformDefaults];
    return [name, given[name] ?? (standard === "platform" ? ofPlatform : standard)];
  });
  return Object.fromEntries(settled.filter(([, value]) => value !== undefined)) as SettledSettings;
}

/** Returns the next ticks of a bot with these settings; none for a realtime bot. */
export function plannedTicks(settings: BotSettings, after: Date, count: number): Date[] {
  if (settings.schedule === undefined) return [];
  return nextTicks({ cron: settings.schedule, timezone: settings.timezone ?? "UTC" }, after, count);
}

/** Returns the next ticks of a bot; none while it is stopped or has failed. */
export function nextTicksOf(bot: Bot, after: Date, count: number): string[] {
  if (bot.desired !== "running" || bot.status === "failed") return [];
  return plannedTicks(bot, after, count).map((tick) => tick.toISOString());
}

function checked(body: unknown): InstanceConfig {
  const { instance, problems } = checkInstance(body);
  const wrong = problems.filter((problem) => problem.severity === "error");
  if (instance && wrong.length === 0) return instance;
  const versionless =
    typeof body === "object" && body !== null && !Array.isArray(body) && !("version" in body);
  throw new PlatformError(versionless ? "version_required" : "validation_failed", summary(wrong), {
    errors: wrong.map(itemOf),
  });
}

/** Checks a config with the values of the secrets to which it refers, and returns it with the references. */
async function checkConfig(
  { checks, vault }: Pick<DescribeParts, "checks" | "vault">,
  found: Package,
  ownerId: string,
  given: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const references = secretReferences(found.schema, given);
  const values = await valuesOf(vault, ownerId, references);
  const hidden = references.map(({ path }) => pointerOf(path));
  const { config, problems } = await checks.validateConfig(
    found.schema,
    withValues(given, references, values),
    hidden,
  );
  if (problems.length > 0) {
    throw invalid(
      problems.map(({ pointer, keyword, message }) => ({
        pointer: `/config${pointer}`,
        code: `config.${keyword}`,
        detail: message,
      })),
    );
  }
  const names = new Map(references.map(({ path, name }) => [pointerOf(path), name]));
  return replacedIn(config, (value, path) => {
    const secret = names.get(pointerOf(path));
    return secret === undefined ? value : { secret };
  }) as Record<string, unknown>;
}

async function valuesOf(vault: Vault, ownerId: string, references: readonly PlacedReference[]) {
  try {
    return await vault.valuesOf(
      ownerId,
      references.map(({ name }) => name),
    );
  } catch (error) {
    if (!(error instanceof SecretUnavailableError)) throw error;
    if (vault.obstacle !== undefined) throw new PlatformError("secrets_unavailable", vault.obstacle);
    const places = references.filter(({ name }) => name === error.secret);
    throw invalid(
      places.map(({ path }) => ({
        pointer: `/config${pointerOf(path)}`,
        code: "config.secret",
        detail: error.message,
      })),
    );
  }
}

function invalid(errors: ErrorItem[]): PlatformError {
  const detail = errors.length === 1 ? errors[0]!.detail : `${errors.length} problems were found.`;
  return new PlatformError("validation_failed", detail, { errors });
}

function summary(problems: readonly Problem[]): string {
  const [first] = problems;
  return problems.length === 1 && first
    ? `${first.message} ${first.next}`
    : `${problems.length} problems were found.`;
}

/** Leaves out file and line: problems of a request are located by pointer. */
function itemOf({ code, pointer, message, next }: Problem): ErrorItem {
  return { code, ...(pointer !== undefined && { pointer }), detail: message, next };
}
