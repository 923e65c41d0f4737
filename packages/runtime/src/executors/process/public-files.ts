import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, opendirSync, type Stats, statfsSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { folderBytes, leastBytes } from "../../folder-bytes.ts";
import { removeSystemV } from "./system-v.ts";

/** Folders of the machine in which every user may create files. */
const folders = ["/tmp", "/var/tmp", "/dev/shm"];
const tmpfs = 0x01021994;
/** Entries between two turns of the event loop. Reading them at once takes a tenth of the time of waiting for each. */
const together = 100;
/** Approximate share of a core that looking at these folders may use. */
const share = 1 / 50;
const shortestMs = 100;
const longestMs = 5_000;
/** Paths that are removed by one program, because the system limits the length of a command line. */
const removedTogether = 200;

interface PublicFile {
  path: string;
  place: "disk" | "memory";
}

let recent: { byUser: Map<number, PublicFile[]>; until: number } | undefined;

/**
 * Returns the entries of a user in the folders that are open to all users. One look serves all users for a while: the
 * folders can have many entries of others, which must not delay measuring what this user keeps elsewhere.
 */
export async function publicFilesOf(user: number): Promise<readonly PublicFile[]> {
  const began = performance.now();
  if (recent === undefined || recent.until < began) {
    const byUser = await publicFiles();
    const now = performance.now();
    const until = now + Math.min(longestMs, Math.max(shortestMs, (now - began) / share));
    recent = { byUser, until };
  }
  return recent.byUser.get(user) ?? [];
}

/**
 * Measures these entries of a user with everything below them: in memory if the folder is a tmpfs. Like folders of the
 * bot, each entry counts what its name and its attributes take at least, so that none can be left out.
 *
 * @param mostEntries how many files are looked at below each; more count as this number and one
 */
export async function publicBytes(
  user: number,
  files: readonly PublicFile[],
  mostEntries: number,
): Promise<{ disk: number; memory: number }> {
  const bytes = { disk: 0, memory: 0 };
  for (const { path, place } of files) {
    // Removed since the last look, or replaced.
    const stats = statsOf(path);
    if (stats?.uid !== user) continue;
    const below = stats.isDirectory() ? await folderBytes(path, mostEntries) : 0;
    bytes[place] += Math.max(stats.blocks * 512, leastBytes);
    if (below === "too many entries") bytes[place] += (mostEntries + 1) * leastBytes;
    else if (below !== "unreadable") bytes[place] += below;
  }
  return bytes;
}

/**
 * Removes the files of users from the folders that are open to all users, and their System V objects, once no launch runs
 * as this user.
 */
export class PublicFiles {
  #launches = new Map<number, number>();
  #removing = new Map<number, Promise<void>>();

  /** Resolves once the files of earlier launches of this user are removed. */
  async removed(user: number | undefined): Promise<void> {
    if (user !== undefined) await this.#removing.get(user);
  }

  /** Records a launch. Its files are removed after its end, unless another launch of the user is running. */
  keep(user: number, ended: Promise<unknown>): void {
    this.#launches.set(user, (this.#launches.get(user) ?? 0) + 1);
    void ended.then(() => {
      const left = (this.#launches.get(user) ?? 1) - 1;
      this.#launches.set(user, left);
      if (left > 0) return;
      this.#launches.delete(user);
      const removing = Promise.allSettled([removePublic(user), removeSystemV(user)]).then(() => {
        if (this.#removing.get(user) === removing) this.#removing.delete(user);
      });
      this.#removing.set(user, removing);
    });
  }
}

/** Removes them with the rights of the user, because other users can replace folders by links meanwhile. */
async function removePublic(user: number): Promise<void> {
  const paths = ((await nextLook()).get(user) ?? []).map(({ path }) => path);
  while (paths.length > 0) {
    const some = paths.splice(0, removedTogether);
    const removal = spawn("rm", ["-rf", "--", ...some], { uid: user, gid: user, cwd: "/", stdio: "ignore" });
    await once(removal, "close");
  }
}

let looking: Promise<unknown> = Promise.resolve();
let next: Promise<Map<number, PublicFile[]>> | undefined;

/** Looks at these folders after this call. Launches that end together share a look, because the folders can be large. */
function nextLook(): Promise<Map<number, PublicFile[]>> {
  next ??= looking.then(() => {
    next = undefined;
    const look = publicFiles();
    looking = look.catch(() => {});
    return look;
  });
  return next;
}

/** Returns the entries of these folders by their users. */
async function publicFiles(): Promise<Map<number, PublicFile[]>> {
  const byUser = new Map<number, PublicFile[]>();
  let entries = 0;
  for (const folder of folders) {
    const open = opened(folder);
    if (open === undefined) continue;
    try {
      const place = statfsSync(folder).type === tmpfs ? "memory" : "disk";
      for (let entry = open.readSync(); entry; entry = open.readSync()) {
        if (++entries % together === 0) await setImmediate();
        const path = join(folder, entry.name);
        const user = statsOf(path)?.uid;
        if (user === undefined) continue;
        const known = byUser.get(user);
        if (known) known.push({ path, place });
        else byUser.set(user, [{ path, place }]);
      }
    } finally {
      open.closeSync();
    }
  }
  return byUser;
}

function opened(folder: string) {
  try {
    return opendirSync(folder);
  } catch {
    // Not every machine has each of these folders.
    return undefined;
  }
}

function statsOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
