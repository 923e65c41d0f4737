import { setTimeout as delay } from "node:timers/promises";
import type { LaunchLimits } from "../../../executor.ts";
import { apart } from "../../../folders/apart.ts";
import { readProcess } from "../members/process-entry.ts";
import { recentTable } from "../members/process-table.ts";
import type { ProcessLaunch } from "../process-launch.ts";
import { FailedLooks, InFlight } from "./obstacles.ts";
import { systemVBytes } from "./system-v.ts";

/** The fastest that a bot is assumed to write, in bytes and files a millisecond. The nearer it is to its limit, the sooner it is measured. */
const fastest = { bytes: 500_000, files: 200 };
const firstMs = 250;
const shortestMs = 100;
const longestMs = 5_000;
/** Approximate share of a core that measuring may use, unless it takes very long. */
const share = 1 / 50;
const longestRestMs = 15_000;
/** An adopted launch may have written output that nobody read meanwhile; the platform first reads or drops it. */
const adoptedMs = 60_000;

type Limits = Pick<LaunchLimits, "diskBytes" | "files">;

export interface Storage {
  /** Absent for adopted launches. */
  owner: string | undefined;
  /** Folders whose files count. */
  folders: readonly string[];
  /** The launch's user outside of a sandbox, whose files in public folders count too. */
  user: number | undefined;
  /** What they may use together. */
  limits: Limits;
  isAdopted: boolean;
}

interface Use {
  bytes: number;
  files: number;
}

/** One after the other, so that measuring many bots does not use up the thread for files. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Measures what a launch stores until it ends: on the disk, and in memory without mapping it. Kills it if it exceeds a
 * limit of its storage, or cannot be measured.
 */
export async function watchStorage(launch: ProcessLaunch, storage: Storage): Promise<void> {
  let isOver = false;
  const over = launch.ended.then(() => {
    isOver = true;
  });
  const failed = new FailedLooks();
  const inFlight = new InFlight();
  let wait = storage.isAdopted ? adoptedMs : firstMs;
  // Also launches that end at once: what they leave in the state is measured at the next start.
  if (!storage.isAdopted) void checkBefore(launch, storage).catch(() => {});
  while (!isOver) {
    const timer = new AbortController();
    await Promise.race([over, delay(wait, undefined, { ref: false, signal: timer.signal }).catch(() => {})]);
    timer.abort();
    if (isOver) break;
    const measuring = turn.then(() => measure(launch, storage, inFlight));
    turn = measuring.catch(() => {});
    wait = await measuring.then(
      (next) => failed.none(next),
      (error) => failed.one(error, longestMs),
    );
    const obstacle = failed.obstacle ?? inFlight.obstacle;
    if (obstacle !== undefined) void launch.breakOff({ ...firstOf(storage.limits), obstacle });
  }
  // What it has written since then, also if it was over at once.
  const last = turn.then(() =>
    apart(undefined, "measureFolders", storage.folders.slice(1), mostOf(storage.limits)),
  );
  turn = last.catch(() => {});
  await last.then(({ bytes }) => launch.stored({ bytes, isLast: true })).catch(() => {});
}

/** Kills a launch that cannot do better: what earlier launches have left exceeds a limit. */
async function checkBefore(launch: ProcessLaunch, { owner, folders, limits }: Storage): Promise<void> {
  const use = await apart(owner, "measureFolders", folders, mostOf(limits));
  launch.stored({ bytes: use.bytes, isLast: false });
  await enforce(launch, limits, use);
}

/** Measures once. Returns the milliseconds until the next time. */
async function measure(
  launch: ProcessLaunch,
  { folders, user, limits }: Storage,
  inFlight: InFlight,
): Promise<number> {
  const most = mostOf(limits);
  const nothing = { disk: 0, memory: 0, files: 0 };
  // Its time does not count here: others fill these folders.
  const open = user === undefined ? nothing : await apart(undefined, "publicUseOf", user, most);
  const began = performance.now();
  const members = launch.members
    .seen(recentTable())
    .filter(({ pid, startTime }) => readProcess(pid)?.startTime === startTime);
  const pids = members.map(({ pid }) => pid);
  const held = await apart(undefined, "heldBy", pids, folders);
  launch.heldBytes = held.memory + open.memory + (user === undefined ? 0 : systemVBytes(user));
  const { bytes, files } = await apart(undefined, "measureFolders", folders, most);
  const use = { bytes: bytes + held.disk + open.disk, files: files + open.files };
  launch.stored({ bytes: use.bytes, isLast: false });
  void enforce(launch, limits, use);
  const soon = inFlight.seen(
    held.inFlight,
    members.every(({ stopped }) => stopped),
  );
  const rest = Math.min(longestRestMs, (performance.now() - began) / share);
  return Math.min(soon, Math.max(shortestMs, Math.min(longestMs, untilFull(limits, use)), rest));
}

async function enforce(launch: ProcessLaunch, { diskBytes, files }: Limits, use: Use): Promise<void> {
  if (diskBytes !== undefined && use.bytes > diskBytes)
    await launch.breakOff({ name: "disk", used: use.bytes, allowed: diskBytes });
  else if (files !== undefined && use.files > files)
    await launch.breakOff({ name: "files", used: use.files, allowed: files });
}

const mostOf = ({ diskBytes, files }: Limits) => ({ bytes: diskBytes, files });

/** The limit that a launch has whose storage cannot be measured. */
const firstOf = ({ diskBytes, files }: Limits) =>
  diskBytes === undefined
    ? ({ name: "files", allowed: files ?? 0 } as const)
    : ({ name: "disk", allowed: diskBytes } as const);

function untilFull({ diskBytes, files }: Limits, use: Use): number {
  const left = (limit: number | undefined, used: number) =>
    limit === undefined ? Number.POSITIVE_INFINITY : Math.max(0, limit - used);
  return Math.min(left(diskBytes, use.bytes) / fastest.bytes, left(files, use.files) / fastest.files);
}
