import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LaunchSpec } from "../../../executor.ts";
import { isQuery } from "./isolation.ts";

/** The user ids of a bot, which have no name, home or password on the machine. */
export interface BotUser {
  /** User of the bot and its runs; also the group of all its processes. */
  uid: number;
  /** User of its query processes, so that file modes prevent them from writing the state. */
  queryUid: number;
  /** Path of a file in the format of `/etc/passwd` with both users, which also records the assignment. */
  passwdFile: string;
}

/** Names of the two users, as the bot sees them. */
const names = { bot: "bot", query: "bot-query" };

/**
 * Assigns a permanent pair of user ids to every bot, recorded in one small file per pair, which is created exclusively.
 * Two platforms on one machine may use the same ids; their data folders still separate their bots.
 */
export class Users {
  #dir: string;
  #first: number;
  #pairs: number;
  #known = new Map<string, BotUser>();

  constructor(dir: string) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const { first, pairs } = userIds();
    this.#first = first;
    this.#pairs = pairs;
  }

  /** Returns the user that a launch runs as. */
  ofLaunch(spec: LaunchSpec): { name: string; uid: number } {
    const { uid, queryUid } = this.of(spec.botId);
    return isQuery(spec) ? { name: names.query, uid: queryUid } : { name: names.bot, uid };
  }

  of(botId: string): BotUser {
    const known = this.#known.get(botId);
    if (known) return known;
    if (!/^[\w.-]+$/.test(botId))
      throw new Error(`No user can be assigned to the bot id ${JSON.stringify(botId)}.`);
    const start = createHash("sha256").update(botId).digest().readUInt32BE(0);
    for (let step = 0; step < this.#pairs; step++) {
      const uid = this.#first + 2 * ((start + step) % this.#pairs);
      const passwdFile = join(this.#dir, String(uid));
      if (claim(passwdFile, uid, botId)) {
        const user = { uid, queryUid: uid + 1, passwdFile };
        this.#known.set(botId, user);
        return user;
      }
    }
    throw new Error(`All ${this.#pairs} pairs of user ids in ${this.#dir} are in use.`);
  }
}

/** Whether a user id was assigned to a bot by the {@link Users} in this folder. */
export function isUserOf(dir: string, uid: number, botId: string): boolean {
  try {
    return readFileSync(join(dir, String(uid - (uid % 2))), "utf8").includes(`:${botId}:`);
  } catch {
    return false;
  }
}

/** The ids that bots get. */
function userIds(): { first: number; pairs: number } {
  // A container may map only 65536 ids; elsewhere use a range far from those in common use.
  const far = isMapped(700_000_000, 2 << 20);
  return far ? { first: 700_000_000, pairs: 1 << 20 } : { first: 30_000, pairs: 15_000 };
}

/** Returns true if bots run as this user: without root, they run as the platform's own. */
export function mayBeBot(uid: number): boolean {
  if (process.getuid?.() !== 0) return uid === process.getuid?.();
  const { first, pairs } = userIds();
  return uid >= first && uid < first + 2 * pairs;
}

/** Returns true if the id already belongs to this bot, or was free and now does. */
function claim(file: string, uid: number, botId: string): boolean {
  const entry = `${names.bot}:x:${uid}:${uid}:${botId}:/tmp:/usr/sbin/nologin`;
  const ofQueries = `${names.query}:x:${uid + 1}:${uid}:${botId}:/tmp:/usr/sbin/nologin`;
  const both = `root:x:0:0:root:/root:/usr/sbin/nologin\n${entry}\n${ofQueries}\n`;
  try {
    writeFileSync(file, both, { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      // On a full disk an empty file would remain and make the id unusable.
      rmSync(file, { force: true });
      throw error;
    }
    const entries = readFileSync(file, "utf8").split("\n");
    if (!entries.includes(entry)) return false;
    // Written by an earlier version.
    if (!entries.includes(ofQueries)) writeFileSync(file, both);
    return true;
  }
}

function isMapped(first: number, count: number): boolean {
  return readFileSync("/proc/self/uid_map", "utf8")
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([inside = 0, , length = 0]) => inside <= first && first + count <= inside + length);
}
