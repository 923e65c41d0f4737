import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newBot } from "../new-bot.ts";

export const mib = 1024 * 1024;

/** Creates a bot with files of 5 MiB, of which each makes a part of an upload. */
export async function largeBot(files = 3): Promise<{ cwd: string; raise(): void }> {
  const cwd = await newBot();
  for (let number = 0; number < files; number++) {
    const noise = Buffer.alloc(5 * mib);
    for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, at + 65_536));
    writeFileSync(join(cwd, `data${number}.bin`), noise);
  }
  const config = join(cwd, "bot-config.yaml");
  return {
    cwd,
    /** Raises the version. */
    raise() {
      const text = readFileSync(config, "utf8");
      writeFileSync(
        config,
        text.replace(/^version: 1\.0\.(\d+)$/m, (_, last: string) => `version: 1.0.${Number(last) + 1}`),
      );
    },
  };
}
