import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** A platform that is running on a data folder. */
export interface Left {
  pid: number;
  address?: string;
}

/** Returns the platform that is running on this data folder; undefined if there is none. */
export function platformAt(data: string): Left | undefined {
  try {
    const holder = JSON.parse(readFileSync(join(data, "platform.json"), "utf8")) as Left;
    const command = readFileSync(`/proc/${holder.pid}/cmdline`, "utf8");
    return command.includes(data) && markOf(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** A process id with the start time in clock ticks, to detect that the id belongs to a later process. */
interface Mark {
  pid: number;
  began: string;
}

/** The last `npm start` of a home folder and its processes, which keep running if it is killed. */
interface Start {
  start?: Mark | undefined;
  feed?: Mark;
  platform?: Mark;
  /** Port of the feed, used again by the next start. */
  feedPort?: number;
}

const fileOf = (home: string) => join(home, "start.json");

function lastStart(home: string): Start | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(home), "utf8")) as Start;
  } catch {
    return undefined;
  }
}

function write(home: string, start: Start): void {
  writeFileSync(fileOf(home), `${JSON.stringify(start)}\n`);
}

/** Returns the process id of the `npm start` that is running on this home folder; undefined if there is none. */
export function startAt(home: string): number | undefined {
  const last = lastStart(home);
  return isAlive(last?.start) ? last.start.pid : undefined;
}

/**
 * Stops the platform and the feed of an `npm start` that was killed.
 *
 * @param tell called with a sentence before each stop
 * @throws {Error} if a process has not exited within 60 s of SIGTERM
 */
export async function stopLeftBehind(home: string, tell: (sentence: string) => void): Promise<void> {
  const last = lastStart(home);
  if (!last || isAlive(last.start)) return;
  for (const [name, mark] of [["platform", last.platform] as const, ["price feed", last.feed] as const]) {
    if (!isAlive(mark)) continue;
    tell(`Stopping the ${name} of an earlier npm start that was killed (process ${mark.pid}) ...`);
    process.kill(mark.pid, "SIGTERM");
    for (let waited = 0; isAlive(mark); waited += 50) {
      if (waited >= 60_000)
        throw new Error(
          `The ${name} of an earlier npm start (process ${mark.pid}) did not exit within 60 s of SIGTERM. Kill it: kill -9 ${mark.pid}`,
        );
      await pause(50);
    }
  }
}

/** Records this process as the last start; keeps the port of the feed. */
export function rememberStart(home: string): void {
  const feedPort = feedPortAt(home);
  write(home, { start: markOf(process.pid), ...(feedPort !== undefined && { feedPort }) });
}

export function rememberChild(home: string, name: "feed" | "platform", pid: number): void {
  const mark = markOf(pid);
  if (mark) write(home, { ...lastStart(home)!, [name]: mark });
}

export function rememberFeedPort(home: string, feedPort: number): void {
  write(home, { ...lastStart(home)!, feedPort });
}

/** Returns the port of the feed at the last start. */
export function feedPortAt(home: string): number | undefined {
  return lastStart(home)?.feedPort;
}

/** Returns undefined for a process that has exited, even if it is a zombie, and where /proc is missing. */
function markOf(pid: number): Mark | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : { pid, began: fields[19]! };
  } catch {
    return undefined;
  }
}

const isAlive = (mark: Mark | undefined): mark is Mark =>
  mark !== undefined && markOf(mark.pid)?.began === mark.began;
