import type { Bot, Client } from "@botyard/client";
import {
  type DesiredText,
  hiddenValue,
  type InstanceConfig,
  type Path,
  replacedIn,
  settingRow,
  settingsFor,
  splitType,
} from "@botyard/manifest";
import { applyLabel } from "./plan.ts";
import { withoutDefaults } from "./without-defaults.ts";

/** What files say that platform apply makes into the bots that there are. */
export interface Exported {
  bots: DesiredText[];
  customBots: { name: string; version: string }[];
}

export async function exportBots(client: Client, bots: readonly Bot[]): Promise<Exported> {
  const { limits } = await client.system();
  const platformDefaults = {
    timeout_seconds: limits.find(({ name }) => name === "run_timeout_seconds")?.value,
  };
  const schemas = new Map<string, Promise<Record<string, unknown>>>();
  const schemaOf = ({ custom_bot, version }: Bot) => {
    const key = `${custom_bot} ${version}`;
    if (!schemas.has(key)) schemas.set(key, client.customBots.schema(custom_bot, version).then(JSON.parse));
    return schemas.get(key)!;
  };
  const exported: DesiredText[] = [];
  for (const bot of bots) exported.push(await textOf(bot, await schemaOf(bot), platformDefaults));
  return {
    bots: exported,
    customBots: [...schemas.keys()].sort().map((key) => {
      const [name = "", version = ""] = key.split(" ");
      return { name, version };
    }),
  };
}

async function textOf(
  bot: Bot,
  schema: Record<string, unknown>,
  platformDefaults: Record<string, unknown>,
): Promise<DesiredText> {
  const { [applyLabel]: _, ...labels } = bot.labels ?? {};
  // Its numbers are doubles on the platform; they have no other digits.
  const config = await withoutDefaults(schema, JSON.parse(JSON.stringify(bot.config)));
  const given: Record<string, unknown> = { ...bot, labels, config };
  const settings = settingsFor(splitType(bot.type)!.model).filter(
    (name) => name !== "name" && name !== "version" && !isDefault(name, given[name]),
  );
  const { name, type, version } = bot;
  const others = Object.fromEntries(settings.map((setting) => [setting, given[setting]]));
  return {
    instance: { name, type, version, ...others } as InstanceConfig,
    ...(bot.desired === "stopped" && { desired: "stopped" }),
    remarks: [
      ...(bot.version_spec === version
        ? []
        : [{ path: ["version"], text: `requested: ${bot.version_spec}` }]),
      ...hiddenIn(config).map((path) => ({ path: ["config", ...path], text: hidden })),
    ],
  };

  function isDefault(setting: string, value: unknown): boolean {
    if (value === undefined || (setting === "labels" && Object.keys(labels).length === 0)) return true;
    const row = settingRow(setting as Parameters<typeof settingRow>[0]);
    const standard = "default" in row ? row.default : undefined;
    return value === (standard === "platform" ? platformDefaults[setting] : standard);
  }
}

const hidden =
  "a secret that cannot be read: kept for this bot; for others, write {secret: <name>} instead (platform secret set)";

function hiddenIn(config: Record<string, unknown>): Path[] {
  const found: Path[] = [];
  replacedIn(config, (value, path) => {
    if (value === hiddenValue) found.push(path);
    return value;
  });
  return found;
}

/** Returns a file name for each bot: its name without what file systems or shells treat specially. */
export function fileNames(bots: readonly { instance: { name: string } }[]): string[] {
  const taken = new Set<string>();
  return bots.map(({ instance: { name } }) => {
    const plain =
      name
        .toLowerCase()
        .replaceAll(/[^a-z0-9._-]+/g, "-")
        .replaceAll(/^[-.]+|[-.]+$/g, "") || "bot";
    let free = plain;
    for (let count = 2; taken.has(free); count += 1) free = `${plain}-${count}`;
    taken.add(free);
    return `${free}.yaml`;
  });
}
