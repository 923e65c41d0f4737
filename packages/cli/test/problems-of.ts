import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { platform } from "./platform.ts";

/** A problem that `custom-bot validate` reports. */
interface Found {
  file: string;
  line?: number;
  column?: number;
  message: string;
  code: string;
}

/** Writes files into a bot, and returns the problems of it. */
export async function problemsOf(cwd: string, files: Record<string, string>): Promise<Found[]> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const { stdout } = await platform(["custom-bot", "validate", "--json"], { cwd });
  return (JSON.parse(stdout) as { problems: Found[] }).problems;
}
