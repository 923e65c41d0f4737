import { platform, platformJson } from "./platform.ts";

interface BotRow {
  name: string;
  type: string;
  status: string;
  started_at?: string;
}

/**
 * Restarts the realtime bots whose processes began before this moment: they outlived the crash of an earlier platform,
 * and their environment holds the address of its price feed. Gives back their names; waits for none of them.
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
