import { platform, platformJson } from "./platform.ts";

interface BotRow {
  name: string;
  type: string;
  status: string;
  started_at?: string;
}

/**
 * Restarts the realtime bots that were started before `began`. They survived a crash of an earlier platform, and their
 * environment may have an old address of the price feed. Returns their names; does not wait for the restarts.
 */
export async function restartSurvivors(began: Date): Promise<string[]> {
  const { items } = await platformJson<{ items: BotRow[] }>(["bot", "list"]);
  const names = items
    .filter(({ type, status }) => type.startsWith("realtime/") && status === "running")
    .filter(({ started_at }) => started_at !== undefined && new Date(started_at) < began)
    .map(({ name }) => name);
  await Promise.all(names.map((name) => platform(["bot", "restart", name, "--detach"])));
  return names;
}
