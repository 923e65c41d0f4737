import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { IsolationLevel } from "../../../executor.ts";
import { replaceFile } from "../storage/replace-file.ts";

/** From the weakest to the strongest. */
const levels: readonly IsolationLevel[] = ["none", "user", "bubblewrap"];

export function isWeaker(one: IsolationLevel, other: IsolationLevel): boolean {
  return levels.indexOf(one) < levels.indexOf(other);
}

/** What is known about the isolation that bots in a data folder have run with. */
export type KnownLevel =
  /** The strongest level so far. */
  | { kind: "had"; level: IsolationLevel }
  /** No bot has been started yet. */
  | { kind: "unused" }
  /** The record is missing or damaged. */
  | { kind: "unknown"; why: string };

const recordName = "isolation";

/**
 * Records the strongest isolation that bots in a data folder have run with: one word in a file, which is the first one
 * created in the executor's folder. Sandboxed bots cannot access it, and bots with their own user cannot write it.
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

  /**
   * Records a level if it is stronger. Must be called before the first bot is started with it.
   * @throws {Error} the system error, if it cannot be written to disk
   */
  raise(level: IsolationLevel): void {
    const known = this.read();
    if (known.kind === "had" && !isWeaker(known.level, level)) return;
    mkdirSync(this.#dir, { recursive: true, mode: 0o711 });
    replaceFile(this.#file, `${level}\n`, 0o600);
  }

  /** Returns true if the folder contains at most an unfinished record: everything else is created after the record. */
  #isNew(): boolean {
    try {
      return readdirSync(this.#dir).every((name) => name.startsWith(`${recordName}.`));
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOENT";
    }
  }
}
