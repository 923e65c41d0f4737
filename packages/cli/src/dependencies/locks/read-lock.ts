import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "smol-toml";
import type { DeclaredByProject } from "../pyproject.ts";
import { readRequirement } from "../requirement.ts";
import type { Lock, LockFault, Table } from "./lock.ts";
import { readPoetryLock } from "./poetry-lock.ts";
import { readUvLock } from "./uv-lock.ts";

export const lockFiles = ["uv.lock", "poetry.lock"] as const;

/** Whether a folder has a lock file. */
export async function hasLock(dir: string): Promise<boolean> {
  const names = await readdir(dir).catch((): string[] => []);
  return lockFiles.some((name) => names.includes(name));
}

/** Reads the lock file beside a pyproject.toml; `undefined` if there is none. */
export async function readLock(
  dir: string,
  { document = {}, requirements }: DeclaredByProject,
): Promise<Lock | (LockFault & { file: string }) | undefined> {
  const texts = await Promise.all(lockFiles.map((name) => readOptional(join(dir, name))));
  const found = lockFiles.filter((_, index) => texts[index] !== undefined);
  const [file] = found;
  if (file === undefined) return undefined;
  if (found.length > 1)
    return {
      file: lockFiles[1],
      message: "There are a uv.lock and a poetry.lock, and it is not known which one counts.",
      next: "Delete the one that is not used.",
    };
  let lock: Table;
  try {
    lock = parse(texts.find((text) => text !== undefined)!);
  } catch (error) {
    const why = (error as Error).message.split("\n")[0]!.replace("Invalid TOML document: ", "");
    const next = `Write it anew: ${file === "uv.lock" ? "uv" : "poetry"} lock`;
    return { file, message: `${file} is not valid TOML: ${why}.`, next };
  }
  const required = requirements?.flatMap((text) => readRequirement(text) ?? []);
  const read = file === "uv.lock" ? readUvLock(lock, required) : readPoetryLock(lock, document);
  return "message" in read ? { ...read, file } : read;
}

const readOptional = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
