import { lstatSync, type Stats, statfsSync } from "node:fs";
import { Descent, needs } from "./descent.ts";
import { type FolderUse, leastBytes, type Most, measureFolders } from "./measure.ts";
import { Slices } from "./slices.ts";

/** Folders in which every user of a common machine may create files. One that is missing, or a link, is left out. */
export const publicFolders = ["/tmp", "/var/tmp", "/dev/shm", "/run/lock"];
const tmpfs = 0x01021994;
/** Approximate share of a core that looking at these folders may use. */
const share = 1 / 50;
const shortestMs = 100;
const longestMs = 5_000;

interface PublicFile {
  path: Buffer;
  place: "disk" | "memory";
}

/** What a user keeps in these folders, by the place of its bytes. */
export interface PublicUse {
  disk: number;
  memory: number;
  files: number;
}

type ByUser = Map<number, PublicFile[]>;
let recent: { byUser: Promise<ByUser>; until: number } | undefined;

/**
 * Measures the entries of a user in the folders that are open to all users, with everything below them: in memory if the
 * folder is a tmpfs. One look at these folders serves all users for a while: they can have many entries of others.
 */
export async function publicUseOf(user: number, most: Most): Promise<PublicUse> {
  const use = { disk: 0, memory: 0, files: 0 };
  for (const { path, place } of (await recentLook()).get(user) ?? []) {
    // Removed since the last look, or replaced.
    const stats = statsOf(path);
    if (stats?.uid !== user) continue;
    use.files++;
    use[place] += Math.max(stats.blocks * 512, leastBytes);
    if (!stats.isDirectory()) continue;
    const below: FolderUse = await measureFolders([path], most);
    use.files += below.files;
    use[place] += below.bytes;
  }
  return use;
}

/** Returns the users that have entries in these folders. */
export async function publicUsers(): Promise<Set<number>> {
  return new Set((await lookAt(publicFolders)).keys());
}

function recentLook(): Promise<ByUser> {
  const began = performance.now();
  if (recent === undefined || recent.until < began) {
    const look = { byUser: lookAt(publicFolders), until: Number.POSITIVE_INFINITY };
    recent = look;
    look.byUser.then(
      () => {
        const now = performance.now();
        look.until = now + Math.min(longestMs, Math.max(shortestMs, (now - began) / share));
      },
      () => {
        look.until = 0;
      },
    );
  }
  return recent.byUser;
}

/** Returns the entries of these folders by their users. */
async function lookAt(folders: readonly string[]): Promise<ByUser> {
  const byUser: ByUser = new Map();
  const slices = new Slices();
  for (const folder of folders) {
    // Not every machine has each of these folders, and one may be a link to another.
    const at = Descent.into(folder, needs.nothing);
    if (!at) continue;
    try {
      const place = statfsSync(folder).type === tmpfs ? "memory" : "disk";
      for (const { name } of at.entries()) {
        if (slices.isOver()) await slices.turn();
        const user = statsOf(at.path(name))?.uid;
        if (user === undefined) continue;
        const file = { path: Buffer.concat([Buffer.from(`${folder}/`), name]), place } as const;
        const known = byUser.get(user);
        if (known) known.push(file);
        else byUser.set(user, [file]);
      }
    } finally {
      at.close();
    }
  }
  return byUser;
}

function statsOf(path: Buffer): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
