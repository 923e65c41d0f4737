import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BadInput, type Problem } from "../bad-input.ts";
import type { Contracted } from "./case.ts";
import { decodeCase, encodeCase } from "./encode.ts";
import { type CaseFile, displayPath, type Loaded, loadCases, readCaseFiles } from "./load.ts";

/** What a lock file holds. */
export interface Lock extends Loaded {
  /** The SHA-256 of each YAML file that it was made of, in hex, by `<area>/<topic>.yaml`. */
  files: Record<string, string>;
}

const version = 1;
const lockName = "cases.lock.json";
const again = "run `botyard-conformance lock`";

/*
 * The file is one JSON document with a case on each line: a change shows in a diff as the cases it touches, and each
 * line can be read by itself.
 */

/**
 * Writes `cases.lock.json` into a folder of cases: every case with its short forms written out, and what it was made of.
 *
 * @returns the file's path
 * @throws {BadInput} with everything that is wrong with the cases
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
 * Reads a lock file, which has to be as it was written.
 *
 * @throws {BadInput} when it is of a newer form, was changed by hand, or is no lock file
 */
export async function readLock(file: string): Promise<Lock> {
  const refuse = (message: string) => new BadInput([{ file: displayPath(file), message }]);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw refuse(error.code === "ENOENT" ? `is not there; ${again}` : `cannot be read (${error.code})`);
  });
  const [, v, hash] = /^\{"v":(\d+),"hash":"([0-9a-f]{64})","files":\{\n/.exec(text) ?? [];
  if (v === undefined || hash === undefined) throw refuse(`is no lock file; ${again}`);
  if (Number(v) > version) {
    throw refuse(`has the form ${v}, this suite knows ${version}; update @botyard/conformance or ${again}`);
  }
  const [head, body] = text.split('\n},"cases":[\n', 2);
  if (!body?.endsWith("\n]}\n")) throw refuse(`does not end as it was written; ${again}`);
  const lines = body
    .slice(0, -4)
    .split(",\n")
    .filter((line) => line !== "");
  if (sha256(lines.join("\n")) !== hash) throw refuse(`was changed since it was made; ${again}`);
  const files = JSON.parse(`{${head!.slice(head!.indexOf("\n"))}}`) as Record<string, string>;
  return { cases: lines.map(decodeCase), hash, files };
}

/**
 * Reads the lock of a folder of cases, if it was made of the YAML files that are there.
 *
 * @throws {BadInput} that names each file that differs, is missing or is new
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
    if (!now.has(name)) return [{ file, message: `is gone, and ${lockName} was made of it: ${again}` }];
    const isNew = lock.files[name] === undefined;
    const how = isNew ? `is not in ${lockName} yet` : `is not what ${lockName} was made of`;
    return [{ file, message: `${how}: ${again}` }];
  });
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
