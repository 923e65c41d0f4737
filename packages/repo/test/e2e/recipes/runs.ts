import { expect } from "vitest";
import type { Deployed } from "../../../src/drive/example.ts";
import { type TestPlatform, until } from "../../../src/drive/platform.ts";

interface Run {
  id: string;
  status: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what its bot reports and asserts on it.
  result: { status: string; message: string; data: any };
}

export async function logOf(platform: TestPlatform, { botId }: Deployed): Promise<string> {
  const { items } = await platform.get<{ items: { level: string; message: string }[] }>(
    `/bots/${botId}/logs?limit=200`,
  );
  return items.map(({ level, message }) => `${level} ${message}`).join("\n");
}

/** Starts a run by hand, waits for its end, and returns the data of its result. */
export async function runOnce(platform: TestPlatform, bot: Deployed): Promise<Run["result"]["data"]> {
  const { json } = await platform.call("POST", `/bots/${bot.botId}/run`);
  const ended = await until(async () => {
    const found = await platform.get<Run>(`/runs/${json.id}`);
    return !["queued", "running"].includes(found.status) && found;
  });
  expect(ended, await logOf(platform, bot)).toMatchObject({
    status: "success",
    result: { status: "success" },
  });
  return ended.result.data;
}
