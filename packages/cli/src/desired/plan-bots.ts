import type { Bot, BotPatch, Client, DryRun } from "@botyard/client";
import { type InstanceConfig, settingRow, settingsFor, splitType } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { type Difference, differences } from "./differences.ts";
import { type Fault, faultsOfRefusal } from "./fault.ts";
import type { FoundInstance } from "./folder.ts";
import { checkHere, type FindNew } from "./new-version.ts";
import { patiently } from "./patiently.ts";
import { applyLabel, type BotPlan } from "./plan.ts";
import { unknownPlaceholders, writtenSecrets } from "./secrets.ts";

export interface Planning {
  context: Context;
  client: Client;
  /** Who owns the bots. */
  name: string;
  /** Take over bots of the same name that belong to others. */
  adopt: boolean;
  findNew: FindNew;
}

export interface Planned {
  plan?: BotPlan;
  /** The bot is as the file says, and stays with its owner. */
  isNotOwned?: boolean;
  faults: Fault[];
  warnings: Fault[];
}

type Settings = Record<string, unknown>;
/** What the platform, or the check here, makes of an instance. */
type Checked = Partial<DryRun> & { config: Settings; faults: Fault[] };

/** Says what becomes of an instance of a file, after the platform has checked it. */
export async function planBot(
  planning: Planning,
  found: FoundInstance,
  bot: Bot | undefined,
): Promise<Planned> {
  const label = found.instance.labels?.[applyLabel] ?? planning.name;
  if (label !== planning.name) {
    const message = `The label ${applyLabel} is ${JSON.stringify(label)}, but these are the files of ${JSON.stringify(planning.name)}.`;
    return faulty(
      found,
      "labels",
      message,
      `Remove the label, which is set by apply, or use --name ${label}.`,
    );
  }
  const placeholders = unknownPlaceholders(found, bot?.config);
  if (placeholders.length > 0) return { faults: placeholders, warnings: [] };
  return bot === undefined ? planNew(planning, found) : planKnown(planning, found, bot);
}

async function planNew(planning: Planning, found: FoundInstance): Promise<Planned> {
  const { context, client, name, findNew } = planning;
  const instance: InstanceConfig = {
    ...found.instance,
    labels: { ...found.instance.labels, [applyLabel]: name },
  };
  const packed = await findNew(instance);
  const checked: Checked = packed
    ? await checkHere(found, packed)
    : await refusable(found, () => patiently(context, () => client.bots.dryRun(instance)));
  if (checked.faults.length > 0) return { faults: checked.faults, warnings: [] };
  const version = packed?.config.version ?? checked.version ?? instance.version;
  // Without defaults: they are many, and nobody chose them.
  const shown = { ...found.instance, config: onlyGiven(found.instance.config, checked.config) };
  const { name: _, type: __, version: spec, ...settings } = shown as Settings;
  return {
    plan: {
      ...{ action: "create", name: instance.name, type: instance.type, version, found, instance },
      ...(found.desired && { desired: found.desired }),
      ...{ starts: found.desired !== "stopped", stops: false, restarts: false },
      differences: differences({ config: {} }, { ...(spec !== version && { version: spec }), ...settings }),
      isUnchecked: packed !== undefined,
    },
    faults: [],
    warnings: writtenSecrets(found, checked.config),
  };
}

async function planKnown(planning: Planning, found: FoundInstance, bot: Bot): Promise<Planned> {
  const { context, client, adopt, findNew } = planning;
  const { instance, desired } = found;
  if (instance.type !== bot.type) {
    const message = `The bot ${JSON.stringify(bot.name)} has the type ${bot.type}, and the type of a bot cannot change.`;
    return faulty(found, "type", message, "Give the instance another name, or delete the bot.");
  }
  const owner = bot.labels?.[applyLabel];
  const isOwned = owner === planning.name;
  const patch = patchOf(found, isOwned || adopt ? planning.name : owner);
  const packed = await findNew(instance);
  const here = packed && (await checkHere(found, packed));
  // Without what only the new version can check.
  const { version: _, config: __, ...others } = patch;
  const told = await refusable(found, () =>
    patiently(context, () => client.bots.dryPatch(bot.bot_id, packed ? others : patch, bot.revision)),
  );
  const faults = [...(here?.faults ?? []), ...told.faults];
  if (faults.length > 0) return { faults, warnings: [] };
  const after: Settings = {
    ...told,
    ...(packed && { version: packed.config.version, config: here!.config }),
  };
  const isChanged = packed !== undefined || told.changed !== false;
  const starts = desired === "running" && bot.desired === "stopped";
  const stops = desired === "stopped" && bot.desired === "running";
  if ((isChanged || starts || stops) && !isOwned && !adopt) return notOwned(planning, found, owner);
  const warnings = writtenSecrets(found, after.config as Settings);
  const changed = isChanged ? changedFields(bot, after, warnings) : [];
  const plan: BotPlan = {
    action: isChanged || starts || stops ? "change" : "none",
    ...{ name: bot.name, type: bot.type, version: String(after.version), found, bot },
    ...(isChanged && { patch }),
    ...(desired && { desired }),
    ...{ starts, stops, restarts: isChanged && !stops && isReplaced(bot, changed) },
    differences: changed,
    isUnchecked: packed !== undefined,
  };
  return { plan, isNotOwned: !isOwned && !adopt, faults: [], warnings };
}

/** The settings of a file; what it does not say is reset to its default. */
function patchOf({ instance }: FoundInstance, owner: string | undefined): BotPatch {
  const labels = { ...instance.labels, ...(owner !== undefined && { [applyLabel]: owner }) };
  const given: Settings = { ...instance, labels: Object.keys(labels).length > 0 ? labels : null };
  const names = settingsFor(splitType(instance.type)!.model);
  return Object.fromEntries(names.map((name) => [name, given[name] ?? null])) as BotPatch;
}

/** What a change amounts to. A secret that is written anew differs, although it cannot be shown. */
function changedFields(bot: Bot, after: Settings, written: readonly Fault[]): Difference[] {
  const names = settingsFor(splitType(bot.type)!.model);
  const pick = (from: Settings) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? (name === "labels" ? {} : undefined)]));
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as Settings;
  const found = differences(plain(pick(bot as unknown as Settings)), plain(pick(after)));
  if (found.length > 0) return found;
  return written.map(({ pointer = "" }) => ({
    field: pointer.slice(1).replaceAll("/", "."),
    before: "********",
    after: "********",
  }));
}

/** Whether a change replaces the process of a bot that runs. */
function isReplaced(bot: Bot, changed: readonly Difference[]): boolean {
  if (bot.desired !== "running" || !bot.type.startsWith("realtime/")) return false;
  return settingsFor("realtime").some(
    (name) => settingRow(name).replaces && changed.some(({ field }) => new RegExp(`^${name}\\b`).test(field)),
  );
}

function notOwned({ name }: Planning, found: FoundInstance, owner: string | undefined): Planned {
  const belongs = owner === undefined ? "was not created by apply" : `belongs to ${JSON.stringify(owner)}`;
  const message = `There is a bot ${JSON.stringify(found.instance.name)} already, which ${belongs}; it is not changed.`;
  const same = owner === undefined ? "" : ` If these are its files: --name ${owner}.`;
  return faulty(found, "name", message, `To make it one of ${JSON.stringify(name)}: --adopt.${same}`);
}

export const faulty = (
  { file, placeOf }: FoundInstance,
  field: string,
  message: string,
  next: string,
): Planned => ({
  faults: [{ file, ...placeOf([field]), pointer: `/${field}`, message, next }],
  warnings: [],
});

/** Returns what the platform answers, or what it has found wrong. */
async function refusable({ file, placeOf }: FoundInstance, ask: () => Promise<DryRun>): Promise<Checked> {
  try {
    return { ...(await ask()), faults: [] };
  } catch (error) {
    return { config: {}, faults: faultsOfRefusal(error, file, placeOf) };
  }
}

/** The part of a planned config that the file has, with its secrets hidden. */
function onlyGiven(given: Settings, planned: Settings): Settings {
  const isObject = (value: unknown): value is Settings =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  const kept = Object.keys(given).map((key) => {
    const [one, other] = [given[key], planned[key]];
    return [key, isObject(one) && isObject(other) ? onlyGiven(one, other) : other];
  });
  return Object.fromEntries(kept) as Settings;
}
