import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { IsolationLevel } from "../../executor.ts";
import { replaceFile } from "./replace-file.ts";

/** From the weakest to the strongest. */
const levels: readonly IsolationLevel[] = ["none", "user", "bubblewrap"];

export function isWeaker(one: IsolationLevel, other: IsolationLevel): boolean {
  return levels.indexOf(one) < levels.indexOf(other);
}

/** What is known of the isolation that bots of a data folder have had. */
export type KnownLevel =
  /** The strongest so far. */
  | { kind: "had"; level: IsolationLevel }
  /** No bot has been started yet. */
  | { kind: "unused" }
  /** The record is missing or damaged. */
  | { kind: "unknown"; why: string };

const recordName = "isolation";

/**
 * The strongest isolation that bots of a data folder have ever had: one word in the first file of the executor's folder.
 * A sandboxed bot cannot reach it, and a bot with a user of its own cannot write it.
 */
export class LevelRecord {
  readonly #dir: string;
  readonly #file: string;

  constructor(dir: string) {
    this.#dir = dir;
    this.#file = join(dir, recordName);
  }

  read(): KnownLevel {
    try {
      const word = readFileSync(this.#file, "utf8").trim();
      const level = levels.find((known) => known === word);
      return level ? { kind: "had", level } : { kind: "unknown", why: `${this.#file} is damaged` };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "ENOENT" && this.#isNew()) return { kind: "unused" };
      return { kind: "unknown", why: `${this.#file} cannot be read: ${code}` };
    }
  }

  /** To be called before the first bot is started with this level. @throws when it cannot be put on the disk. */
  raise(level: IsolationLevel): void {
    const known = this.read();
    if (known.kind === "had" && !isWeaker(known.level, level)) return;
    mkdirSync(this.#dir, { recursive: true, mode: 0o711 });
    replaceFile(this.#file, `${level}\n`, 0o600);
  }

  /** Nothing but a record that was not finished: whatever else there is was written after a first record. */
  #isNew(): boolean {
    try {
      return readdirSync(this.#dir).every((name) => name.startsWith(`${recordName}.`));
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOENT";
    }
  }
}
