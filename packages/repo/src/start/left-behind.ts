import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A platform that works on a data folder. */
export interface Left {
  pid: number;
  address?: string;
}

/** The platform that has this data folder, whoever started it; undefined when there is none. */
export function platformAt(data: string): Left | undefined {
  try {
    const holder = JSON.parse(readFileSync(join(data, "platform.json"), "utf8")) as Left;
    return isCommand(holder.pid, data) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Who started which feed: a start that is killed by force can not stop it any more. */
const feedFile = (home: string) => join(home, "feed.json");

export function rememberFeed(home: string, feed: number): void {
  writeFileSync(feedFile(home), `${JSON.stringify({ start: process.pid, feed })}\n`);
}

/** Stops the feed of an earlier start that was killed by force; one that is still at work keeps its own. */
export function stopForgottenFeed(home: string): void {
  try {
    const { start, feed } = JSON.parse(readFileSync(feedFile(home), "utf8")) as Record<string, number>;
    if (!isCommand(start, "start.ts") && isCommand(feed, "price-feed"))
      process.kill(feed as number, "SIGTERM");
  } catch {
    // None was left, or it has just ended.
  }
}

/** Whether that process is ours still: numbers of processes are used again. */
function isCommand(pid: number | undefined, word: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(word);
  } catch {
    return false;
  }
}
