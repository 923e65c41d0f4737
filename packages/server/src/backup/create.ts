import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  createReadStream,
  type Dirent,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Pack, pack as tarPack } from "tar-stream";
import { messageOf } from "../errors/platform-error.ts";
import { isElsewhere, originOf, readSnapshot, writeSnapshot } from "../store/index.ts";
import { version } from "../version.ts";
import {
  type About,
  aboutEntry,
  BackupError,
  databaseEntry,
  formatVersion,
  isEntry,
  sumsEntry,
} from "./format.ts";
import { removeLeft, temporaryFolder } from "./left.ts";
import { stateFiles } from "./state-files.ts";

const pieceBytes = 64 * 1024;

/** What was written. */
export interface Written {
  about: About;
  files: number;
  /** Bytes of the files, and of the backup. */
  bytes: number;
  written: number;
  /** Files of bots whose names or depth no backup keeps. */
  skipped: string[];
}

/**
 * Writes a backup of a data folder, also while a platform uses it: the database as of now (unless a server has the records), the packages, and the state of
 * bots, each key as it was or is. What is not written: caches, output that is not stored yet, the key of the secrets and
 * the administrator's key file.
 *
 * @throws {BackupError} `backup_failed`
 */
export async function createBackup(dataDir: string, out: Writable, now: Date): Promise<Written> {
  const temporary = temporaryFolder(dataDir);
  try {
    await removeLeft(dataDir, now);
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(join(temporary, "packages"), { recursive: true, mode: 0o700 });
    return await write(dataDir, temporary, out, now);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError("backup_failed", `The backup could not be written: ${messageOf(error)}.`, error);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function write(dataDir: string, temporary: string, out: Writable, now: Date): Promise<Written> {
  // Before and after: a package can be added or removed while the database is copied.
  keepPackages(dataDir, temporary);
  const records = isElsewhere(dataDir) ? withoutRecords(dataDir) : keepRecords(dataDir, temporary);
  const about: About = {
    ...{ format: formatVersion, version, created_at: now.toISOString(), ...records },
    folder: originOf(dataDir),
  };
  const tar = tarPack();
  const counter = new Counter();
  const piped = pipeline(tar, createGzip({ level: 1 }), counter, out);
  const added = add(tar, { dataDir, temporary, about }).catch((error: Error) => {
    tar.destroy(error);
    throw error;
  });
  // Both have ended before the temporary files are removed.
  const [found, end] = await Promise.allSettled([added, piped]);
  if (end.status === "rejected") throw end.reason;
  if (found.status === "rejected") throw found.reason;
  return { ...found.value, about, written: counter.bytes };
}

/** Copies the database. */
function keepRecords(dataDir: string, temporary: string): Pick<About, "schema" | "bots"> {
  const database = join(temporary, databaseEntry);
  writeSnapshot(dataDir, database);
  keepPackages(dataDir, temporary);
  const { schema = "", bots, archives } = readSnapshot(database);
  if (archives) removeUnneeded(temporary, archives);
  return { schema, bots };
}

function withoutRecords(dataDir: string): Pick<About, "records" | "bots"> {
  return { records: "postgresql", bots: namesIn(join(dataDir, "bots")).length };
}

/** Keeps links to the packages, so that they are still there when they are written. */
function keepPackages(dataDir: string, temporary: string, folder = "packages"): void {
  mkdirSync(join(temporary, folder), { recursive: true, mode: 0o700 });
  for (const entry of entriesIn(join(dataDir, folder))) {
    const name = join(folder, entry.name);
    if (entry.isDirectory()) keepPackages(dataDir, temporary, name);
    // A link that is there would change the times of the file again, which is then read before the next start of a bot.
    else if (!existsSync(join(temporary, name))) keep(join(dataDir, name), join(temporary, name));
  }
}

function keep(file: string, link: string): void {
  try {
    linkSync(file, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Removes the links to archives whose contents are stored one by one: the platform keeps them only for a way back. */
function removeUnneeded(temporary: string, archives: ReadonlySet<string>): void {
  for (const name of namesIn(join(temporary, "packages"))) {
    const sha256 = name.match(/^([0-9a-f]{64})\.tar\.gz$/)?.[1];
    if (sha256 !== undefined && !archives.has(sha256)) rmSync(join(temporary, "packages", name));
  }
}

/** Returns the files of a folder and of those in it, by their paths in the backup. */
function pathsIn(root: string, folder: string): string[] {
  return entriesIn(join(root, folder)).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? pathsIn(root, path) : [path];
  });
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // Any other fault would leave packages out of a backup that looks complete.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return [];
  }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
};

async function add(
  tar: Pack,
  { dataDir, temporary, about }: { dataDir: string; temporary: string; about: About },
): Promise<Pick<Written, "files" | "bytes" | "skipped">> {
  const sums: Record<string, string> = {};
  const skipped: string[] = [];
  let bytes = 0;
  const closed = new Promise<void>((resolve) => {
    tar.once("close", () => resolve());
  });
  const put = async (name: string, size: number, source: Source) => {
    if (!isEntry(name)) return void skipped.push(name);
    sums[name] = await addFile({ tar, closed }, name, size, source);
    bytes += size;
  };
  await addText(tar, aboutEntry, about);
  const kept = [...(about.records ? [] : [databaseEntry]), ...pathsIn(temporary, "packages")];
  for (const name of kept) {
    const file = join(temporary, name);
    await put(name, statSync(file).size, (end) => createReadStream(file, { start: 0, end }));
  }
  for (const bot of namesIn(join(dataDir, "bots"))) {
    const at = `bots/${bot}/state`;
    for (const { path, descriptor, bytes: size } of stateFiles(join(dataDir, at), (path) =>
      skipped.push(`${at}/${path}`),
    )) {
      await put(`${at}/${path}`, size, (end) => piecesOf(descriptor, end));
    }
  }
  await addText(tar, sumsEntry, sums);
  tar.finalize();
  return { files: Object.keys(sums).length, bytes, skipped };
}

async function addText(tar: Pack, name: string, document: unknown): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(document)}\n`);
  await new Promise<void>((resolve, reject) => {
    tar.entry({ name, mode: 0o600 }, text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Opens a file up to this byte. */
type Source = (end: number) => AsyncIterable<Buffer> | Iterable<Buffer>;

/** Reads an open file, which stays open: a stream would close it when it is destroyed, even with `autoClose: false`. */
function* piecesOf(descriptor: number, end: number): Generator<Buffer> {
  for (let at = 0; at <= end; ) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, end + 1 - at));
    const bytes = readSync(descriptor, piece, 0, piece.length, at);
    if (bytes === 0) return;
    at += bytes;
    yield piece.subarray(0, bytes);
  }
}

/** Adds exactly `size` bytes: a file that has grown meanwhile is cut, and one that has shrunk fails the backup. */
async function addFile(
  { tar, closed }: { tar: Pack; closed: Promise<void> },
  name: string,
  size: number,
  source: Source,
): Promise<string> {
  const sum = createHash("sha256");
  await new Promise<void>((resolve, reject) => {
    const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
    const copy = async () => {
      let left = size;
      if (size > 0)
        for await (const chunk of source(size - 1)) {
          const part = chunk.subarray(0, left);
          left -= part.length;
          sum.update(part);
          if (!entry.write(part)) await Promise.race([once(entry, "drain"), closed]);
          if (tar.destroyed) throw new Error("The output has ended");
        }
      if (left > 0) throw new Error(`${name} became shorter while it was read`);
      entry.end(Buffer.alloc(0));
    };
    copy().catch(reject);
  });
  return sum.digest("hex");
}

class Counter extends Transform {
  bytes = 0;
  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length;
    done(null, chunk);
  }
}
