import { join } from "node:path";
import { root } from "../root.ts";
import { CommandFailed, platform, platformJson } from "./platform.ts";

/** One of the bots that `npm start` brings up, from its folder in examples/. */
export interface DemoBot {
  folder: string;
  /** Which of its metrics to show. */
  metric: string;
  /** Started once by hand, because its next tick may be a minute away. */
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
  /** The folder's code is what runs; otherwise the code that an earlier start uploaded. */
  isUploaded: boolean;
}

interface BotRow {
  bot_id: string;
  name: string;
  status: string;
}

const validationFailed = 6;

/** False when this version is there already with other content, as after an update of the clone: a version never changes. */
async function upload(cwd: string): Promise<boolean> {
  try {
    await platform(["custom-bot", "deploy"], { cwd });
    return true;
  } catch (error) {
    if (!(error instanceof CommandFailed && error.code === validationFailed)) throw error;
    if (!error.message.includes("uploaded already with other content")) throw error;
    return false;
  }
}

/** Packs and uploads the custom bot, then creates its instance, or starts the one that an earlier run created. */
export async function deploy(bot: DemoBot): Promise<Deployed> {
  const cwd = join(root, "examples", bot.folder);
  const isUploaded = await upload(cwd);
  const { name } = (await import(join(cwd, "instance.json"), { with: { type: "json" } })).default as {
    name: string;
  };
  const { items } = await platformJson<{ items: BotRow[] }>(["bot", "list"]);
  const there = items.find((row) => row.name === name);
  if (!there) await platform(["bot", "deploy", "instance.json"], { cwd });
  else if (["stopped", "failed"].includes(there.status)) await platform(["bot", "start", name]);
  const { bot_id: botId } = there ?? (await platformJson<BotRow>(["bot", "get", name]));
  if (bot.trigger) await platform(["bot", "run", name]);
  return { ...bot, botId, name, isUploaded };
}

interface Metric {
  time: string;
  type: string;
  data: Record<string, unknown>;
}

/** The newest metric of the bot's chosen type that is not older than `since`; undefined while there is none. */
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
      `the platform answered ${answer.status} for ${bot.name}'s metrics: ${await answer.text()}`,
    );
  const { items } = (await answer.json()) as { items: Metric[] };
  return items.at(-1);
}
