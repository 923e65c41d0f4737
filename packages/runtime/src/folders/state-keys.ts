import { lstatSync } from "node:fs";
import { keyOfFile } from "@botyard/core";
import { Descent, needs } from "./descent.ts";
import { Slices } from "./slices.ts";

/** A key of a bot's state, and the file that has its value. */
export interface StateKey {
  key: string;
  bytes: number;
  updated_at: string;
}

interface Candidate {
  key: string;
  bytes: Buffer;
  file: Buffer;
}

/**
 * Returns up to `limit` keys after `after`, sorted by their UTF-8 bytes; none if the folder does not exist. Remembers only
 * a few times as many names as it returns.
 */
export async function stateKeys(
  dir: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<StateKey[]> {
  const at = Descent.into(dir, needs.nothing);
  if (!at) return [];
  const found: StateKey[] = [];
  let start: Buffer | undefined = after === undefined ? undefined : Buffer.from(after);
  try {
    // Again if files vanish in between, so that a short page always is the last one.
    for (;;) {
      const least = await leastKeys(at, start, limit);
      for (const { key, file } of least) {
        const stats = lstatSync(at.path(file), { throwIfNoEntry: false });
        if (stats?.isFile() && found.length < limit)
          found.push({ key, bytes: stats.size, updated_at: stats.mtime.toISOString() });
      }
      if (found.length === limit || least.length < limit) return found;
      start = least.at(-1)!.bytes;
    }
  } finally {
    at.close();
  }
}

/** Returns how many keys there are, and the size of their values; `undefined` if there are more than `most`. */
export async function countKeys(
  dir: string,
  most: number,
): Promise<{ keys: number; bytes: number } | undefined> {
  const at = Descent.into(dir, needs.nothing);
  const total = { keys: 0, bytes: 0 };
  const slices = new Slices();
  try {
    for (const entry of at?.entries() ?? []) {
      if (slices.isOver()) await slices.turn();
      if (!entry.isFile() || keyOfFile(entry.name.toString()) === undefined) continue;
      if (++total.keys > most) return undefined;
      total.bytes += lstatSync(at!.path(entry.name), { throwIfNoEntry: false })?.size ?? 0;
    }
  } finally {
    at?.close();
  }
  return total;
}

async function leastKeys(at: Descent, after: Buffer | undefined, limit: number): Promise<Candidate[]> {
  const slices = new Slices();
  let least: Candidate[] = [];
  const cut = () => {
    least = least.sort((a, b) => Buffer.compare(a.bytes, b.bytes)).slice(0, limit);
  };
  for (const entry of at.entries()) {
    if (slices.isOver()) await slices.turn();
    const key = entry.isFile() ? keyOfFile(entry.name.toString()) : undefined;
    if (key === undefined) continue;
    const bytes = Buffer.from(key);
    if (after !== undefined && Buffer.compare(bytes, after) <= 0) continue;
    least.push({ key, bytes, file: entry.name });
    if (least.length === 4 * limit) cut();
  }
  cut();
  return least;
}
