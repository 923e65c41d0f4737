import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The system users of a bot: no name, no home, no password, nobody else's. */
export interface BotUser {
  /** Of the bot and its runs; also the group of all of it. */
  uid: number;
  /** Of its query processes, where only file modes keep them from writing state. */
  queryUid: number;
  /** A `/etc/passwd` that knows the bot's user, and where the number is kept. */
  passwdFile: string;
}

/**
 * Gives every bot a pair of user ids and keeps it for ever: one small file per pair, made only when it is not there.
 * Two platforms on one machine may use the same numbers; their data folders keep them apart no less than before.
 */
export class Users {
  #dir: string;
  #first: number;
  #pairs: number;
  #known = new Map<string, BotUser>();

  constructor(dir: string) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    // A container may map no more than 65536 ids; elsewhere we stay far from everybody's ranges.
    const far = isMapped(700_000_000, 2 << 20);
    this.#first = far ? 700_000_000 : 30_000;
    this.#pairs = far ? 1 << 20 : 15_000;
  }

  of(botId: string): BotUser {
    const known = this.#known.get(botId);
    if (known) return known;
    if (!/^[\w.-]+$/.test(botId))
      throw new Error(`The bot id ${JSON.stringify(botId)} can not be given a user.`);
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
    throw new Error(`All ${this.#pairs} user ids for bots are taken in ${this.#dir}.`);
  }
}

/** True when the number is this bot's, since long or from now on. */
function claim(file: string, uid: number, botId: string): boolean {
  const entry = `bot:x:${uid}:${uid}:${botId}:/tmp:/usr/sbin/nologin`;
  try {
    writeFileSync(file, `root:x:0:0:root:/root:/usr/sbin/nologin\n${entry}\n`, { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      // Without room for the text the name alone would stay, and the number be nobody's for ever.
      rmSync(file, { force: true });
      throw error;
    }
    return readFileSync(file, "utf8").split("\n").includes(entry);
  }
}

function isMapped(first: number, count: number): boolean {
  return readFileSync("/proc/self/uid_map", "utf8")
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([inside = 0, , length = 0]) => inside <= first && first + count <= inside + length);
}
