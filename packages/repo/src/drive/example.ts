import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../root.ts";
import type { TestPlatform } from "./platform.ts";

/** The command, as a file for Node. */
export const command = join(root, "packages", "cli", "bin", "platform.mjs");

/** Returns the environment of a user whose command is signed in to a platform as its administrator. */
export const signedIn = (platform: TestPlatform): NodeJS.ProcessEnv => ({
  ...process.env,
  PLATFORM_CONFIG_HOME: join(platform.dir, "profile"),
  PLATFORM_API_URL: platform.url,
  PLATFORM_API_KEY: platform.key,
});

export interface Deployed {
  botId: string;
}

/**
 * Deploys a bot's folder and the bot of its `instance.json` as a user does, from a copy of the folder.
 * @param folder from the root
 * @param config settings that replace those of the instance
 * @throws {Error} if a command fails, with its output
 */
export async function deployExample(
  platform: TestPlatform,
  folder: string,
  config: Record<string, unknown> = {},
): Promise<Deployed> {
  const place = mkdtempSync(join(platform.dir, "example-"));
  cpSync(join(root, folder), place, { recursive: true });
  const file = join(place, "instance.json");
  const instance = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...instance, config: { ...instance.config, ...config } }));
  await platformJson(platform, place, "custom-bot", "deploy");
  const { bot_id } = await platformJson(platform, place, "bot", "deploy", "instance.json");
  return { botId: bot_id as string };
}

async function platformJson(
  platform: TestPlatform,
  cwd: string,
  ...args: string[]
): Promise<Record<string, unknown>> {
  const options = { cwd, env: signedIn(platform) };
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...args, "--json"], options);
  return JSON.parse(stdout);
}
