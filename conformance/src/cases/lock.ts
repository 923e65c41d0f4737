import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BadInput, type Problem } from "../bad-input.ts";
import { counted } from "../counted.ts";
import type { Case } from "../model.ts";
import type { Contracted } from "./case.ts";
import { hashOf } from "./encode.ts";
import { displayPath, type Loaded, loadCases } from "./load.ts";

/** The number of cases of each file and a hash of their meaning, `12 cases, 0123456789abcdef`, by `<area>/<topic>.yaml`. */
export type Lock = Record<string, string>;

const lockName = "cases.lock.json";
const again = "run `botyard-conformance lock`";

/**
 * Writes `cases.lock.json` into a folder of cases.
 *
 * @returns the file's path
 * @throws {BadInput} if the cases are invalid; lists every problem found
 */
export async function writeLock(dir: string, known?: Contracted): Promise<string> {
  const { cases } = await loadCases(dir, known);
  const file = join(dir, lockName);
  await writeFile(file, `${JSON.stringify(lockOf(cases), null, 2)}\n`);
  return file;
}

/**
 * Loads a folder of cases and checks that no case was changed, added or lost since its lock was written, whether by a
 * change of the files or of the loader.
 *
 * @throws {BadInput} if the cases or the lock are invalid, or if they differ; names each file that does
 */
export async function loadLocked(dir: string): Promise<Loaded> {
  const file = join(dir, lockName);
  const refuse = (message: string) => new BadInput([{ file: displayPath(file), message }]);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw refuse(error.code === "ENOENT" ? `does not exist; ${again}` : `cannot be read (${error.code})`);
  });
  const lock = readLock(text);
  if (!lock) throw refuse(`is not a lock file; ${again}`);
  const loaded = await loadCases(dir);
  const problems = differences(dir, lock, lockOf(loaded.cases));
  if (problems.length > 0) throw new BadInput(problems);
  return loaded;
}

/** Returns undefined if the text is not that of a lock file. */
export function readLock(text: string): Lock | undefined {
  try {
    const lock: unknown = JSON.parse(text);
    const isLock = typeof lock === "object" && lock !== null && !Array.isArray(lock);
    return isLock ? (lock as Lock) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the lock of loaded cases. */
export function lockOf(cases: Case[]): Lock {
  const files = [...Map.groupBy(cases, nameOf)];
  return Object.fromEntries(
    files.map(([name, own]) => [name, `${counted(own.length, "case")}, ${shortHash(own)}`]),
  );
}

/** Returns `<area>/<topic>.yaml`. */
export const nameOf = ({ file }: Case): string => file.split("/").slice(-2).join("/");
const shortHash = (cases: Case[]): string => hashOf(cases).slice(0, 16);

function differences(dir: string, lock: Lock, now: Lock): Problem[] {
  const names = new Set([...Object.keys(lock), ...Object.keys(now)]);
  return [...names].flatMap((name): Problem[] => {
    const [before, after] = [lock[name], now[name]];
    if (before === after) return [];
    const problem = (message: string) => [
      { file: displayPath(join(dir, name)), message: `${message}: ${again}` },
    ];
    if (after === undefined) return problem(`is missing, but ${lockName} has it with ${before}`);
    if (before === undefined) return problem(`is not in ${lockName} yet`);
    return problem(`has ${after}, but ${lockName} has ${before}`);
  });
}
