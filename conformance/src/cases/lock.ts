import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BadInput, type Problem } from "../bad-input.ts";
import type { Contracted } from "./case.ts";
import { decodeCase, encodeCase } from "./encode.ts";
import { type CaseFile, displayPath, type Loaded, loadCases, readCaseFiles } from "./load.ts";

/** The content of a lock file. */
export interface Lock extends Loaded {
  /** SHA-256 of each YAML file it was made from, in hex, by `<area>/<topic>.yaml`. */
  files: Record<string, string>;
}

const version = 1;
const lockName = "cases.lock.json";
const again = "run `botyard-conformance lock`";

/*
 * The file is one JSON document with a case on each line, so that a diff shows the changed cases and each line can be
 * parsed separately.
 */

/**
 * Writes `cases.lock.json` into a folder of cases: every case with its short forms expanded, and the hashes of the files.
 *
 * @returns the file's path
 * @throws {BadInput} if the cases are invalid; lists every problem found
 */
export async function writeLock(dir: string, known?: Contracted): Promise<string> {
  const { cases, hash } = await loadCases(dir, known);
  const { files } = await readCaseFiles(dir);
  const lines = files.map(({ name, text }) => `${JSON.stringify(name)}:${JSON.stringify(sha256(text))}`);
  const text = [
    `{"v":${version},"hash":"${hash}","files":{`,
    lines.join(",\n"),
    '},"cases":[',
    cases.map(encodeCase).join(",\n"),
    "]}\n",
  ].join("\n");
  const file = join(dir, lockName);
  await writeFile(file, text);
  return file;
}

/**
 * Reads a lock file and checks that it was not changed.
 *
 * @throws {BadInput} if the file has a newer format version, was changed by hand, or is not a lock file
 */
export async function readLock(file: string): Promise<Lock> {
  const refuse = (message: string) => new BadInput([{ file: displayPath(file), message }]);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw refuse(error.code === "ENOENT" ? `does not exist; ${again}` : `cannot be read (${error.code})`);
  });
  const [, v, hash] = /^\{"v":(\d+),"hash":"([0-9a-f]{64})","files":\{\n/.exec(text) ?? [];
  if (v === undefined || hash === undefined) throw refuse(`is not a lock file; ${again}`);
  if (Number(v) > version) {
    throw refuse(
      `has format version ${v}, but this suite supports only ${version}; update @botyard/conformance or ${again}`,
    );
  }
  const [head, body] = text.split('\n},"cases":[\n', 2);
  if (!body?.endsWith("\n]}\n")) throw refuse(`is truncated or was changed; ${again}`);
  const lines = body
    .slice(0, -4)
    .split(",\n")
    .filter((line) => line !== "");
  if (sha256(lines.join("\n")) !== hash) throw refuse(`was changed after it was written; ${again}`);
  const files = JSON.parse(`{${head!.slice(head!.indexOf("\n"))}}`) as Record<string, string>;
  return { cases: lines.map(decodeCase), hash, files };
}

/**
 * Reads the lock of a folder of cases and checks that it was made from the folder's YAML files.
 *
 * @throws {BadInput} if the lock is invalid, or if a file differs, is missing or is new; names each file
 */
export async function loadLocked(dir: string): Promise<Lock> {
  const lock = await readLock(join(dir, lockName));
  const { files, problems } = await readCaseFiles(dir);
  const found = [...problems, ...differences(dir, lock, files)];
  if (found.length > 0) throw new BadInput(found);
  return lock;
}

function differences(dir: string, lock: Lock, files: CaseFile[]): Problem[] {
  const now = new Map(files.map(({ name, text }) => [name, sha256(text)]));
  const names = new Set([...Object.keys(lock.files), ...now.keys()]);
  return [...names].flatMap((name): Problem[] => {
    const file = displayPath(join(dir, name));
    if (now.get(name) === lock.files[name]) return [];
    if (!now.has(name)) return [{ file, message: `is missing, but ${lockName} was made from it: ${again}` }];
    const isNew = lock.files[name] === undefined;
    const how = isNew ? `is not in ${lockName} yet` : `has changed since ${lockName} was made`;
    return [{ file, message: `${how}: ${again}` }];
  });
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
