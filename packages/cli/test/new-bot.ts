import { join } from "node:path";
import { platform, temporary } from "./platform.ts";

/** Creates a bot in a temporary folder and returns its folder. */
export async function newBot(...args: string[]): Promise<string> {
  const cwd = temporary();
  const { code, stderr } = await platform(["custom-bot", "init", "my-bot", ...args], { cwd });
  if (code !== 0) throw new Error(stderr);
  return join(cwd, "my-bot");
}

export interface DryRun {
  sha256: string;
  files: { path: string; executable: boolean }[];
  vendored: string[];
}

/** Returns what would be uploaded from the folder. */
export async function dryRun(
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ document: DryRun; stderr: string }> {
  const { code, stdout, stderr } = await platform(["custom-bot", "deploy", "--dry-run", "--json"], {
    cwd,
    env,
  });
  if (code !== 0) throw new Error(stderr);
  return { document: JSON.parse(stdout), stderr };
}

export const paths = (document: DryRun) => document.files.map(({ path }) => path);
