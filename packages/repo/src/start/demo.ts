import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { CommandFailed, platform, platformJson } from "./platform.ts";

/** A bot that `npm start` deploys from its folder in examples/. */
export interface DemoBot {
  folder: string;
  /** Type of the metric to print. */
  metric: string;
  /** Run once by hand, because its next tick may be a minute away. */
  trigger?: true;
}

export const demoBots: DemoBot[] = [
  { folder: "crossover-python", metric: "sma" },
  { folder: "crossover-node", metric: "sma", trigger: true },
  { folder: "spread-monitor", metric: "spread" },
];

export interface Deployed extends DemoBot {
  botId: string;
  name: string;
  /** Whether the bot runs the code in the folder; if not, it runs code that was uploaded earlier. */
  isUploaded: boolean;
  /** Whether an earlier run created the bot. */
  isResumed: boolean;
}

interface BotRow {
  bot_id: string;
  name: string;
  status: string;
}

const validationFailed = 6;

interface Instance {
  name: string;
  /** Execution model and name of the custom bot: `realtime/spread-monitor`. */
  type: string;
  version: string;
}

/** Returns false if this version already exists with different content, as after an update of the clone. */
async function upload(cwd: string, { type, version }: Instance): Promise<boolean> {
  try {
    await platform(["custom-bot", "deploy"], { cwd });
    return true;
  } catch (error) {
    if (!(error instanceof CommandFailed && error.code === validationFailed)) throw error;
    const exists = await platform(["custom-bot", "get", type.split("/")[1]!, "--version", version]).then(
      () => true,
      () => false,
    );
    if (!exists) throw error;
    return false;
  }
}

/** Packs and uploads the custom bot, then creates its instance, or starts the one that an earlier run created. */
export async function deploy(bot: DemoBot): Promise<Deployed> {
  const cwd = join(root, "examples", bot.folder);
  const instance = JSON.parse(readFileSync(join(cwd, "instance.json"), "utf8")) as Instance;
  const isUploaded = await upload(cwd, instance);
  const { name } = instance;
  const { items } = await platformJson<{ items: BotRow[] }>(["bot", "list"]);
  const there = items.find((row) => row.name === name);
  if (!there) await platform(["bot", "deploy", "instance.json"], { cwd });
  else if (["stopped", "failed"].includes(there.status)) await platform(["bot", "start", name]);
  const { bot_id: botId } = there ?? (await platformJson<BotRow>(["bot", "get", name]));
  if (bot.trigger) await platform(["bot", "run", name]);
  return { ...bot, botId, name, isUploaded, isResumed: there !== undefined };
}

interface Metric {
  time: string;
  type: string;
  data: Record<string, unknown>;
}

/** Returns the newest metric of type `bot.metric` that is not older than `since`; undefined if there is none. */
export async function firstMetric(
  bot: Deployed,
  url: string,
  key: string,
  since: Date,
): Promise<Metric | undefined> {
  const query = new URLSearchParams({ type: bot.metric, from: since.toISOString() });
  const answer = await fetch(`${url}/api/v1/bots/${bot.botId}/metrics?${query}`, {
    headers: { Authorization: `ApiKey ${key}` },
  });
  if (!answer.ok)
    throw new Error(
      `The platform answered ${answer.status} for the metrics of ${bot.name}: ${await answer.text()}`,
    );
  const { items } = (await answer.json()) as { items: Metric[] };
  return items.at(-1);
}
