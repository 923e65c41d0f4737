import { createHash, randomUUID } from "node:crypto";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { messageOf } from "../errors/platform-error.ts";
import {
  isKnownSchema,
  noteElsewhere,
  readSnapshot,
  recordRestored,
  settleSnapshot,
} from "../store/index.ts";
import { version } from "../version.ts";
import {
  type About,
  aboutEntry,
  BackupError,
  databaseEntry,
  formatVersion,
  isEntry,
  modeOf,
  sumsEntry,
} from "./format.ts";

/** What was restored. */
export interface Restored {
  about: About;
  files: number;
  /** The bots that ran, or should have run, when the backup was made; none if the records are not in it. */
  ran: string[];
}

const mostText = 256 * 1024 * 1024;

/**
 * Restores a backup into a data folder that does not exist or is empty. The folder appears when all of the backup was
 * read and checked, and not at all if that fails. A platform on it runs no bot until it is told to take over.
 *
 * @param stops whether the bots are stopped; without effect if the records are not in the backup
 * @throws {BackupError} `backup_invalid`, `backup_failed`, `data_dir_not_empty`
 */
export async function restoreBackup(
  source: Readable,
  dataDir: string,
  { stops, now }: { stops: boolean; now: Date },
): Promise<Restored> {
  requireEmpty(dataDir);
  const fresh = `${dataDir}.restoring-${randomUUID().slice(0, 8)}`;
  try {
    mkdirSync(dirname(dataDir), { recursive: true });
    mkdirSync(fresh, { mode: 0o711 });
    const { about, files } = await unpack(source, fresh);
    const ran = about.records ? [] : settle(join(fresh, databaseEntry), about, { stops, now });
    if (about.records) noteElsewhere(fresh);
    recordRestored(fresh, about.folder);
    // An empty folder may be a mounted volume, which cannot be replaced.
    if (existsSync(dataDir))
      for (const name of readdirSync(fresh)) renameSync(join(fresh, name), join(dataDir, name));
    else renameSync(fresh, dataDir);
    if (existsSync(fresh)) rmdirSync(fresh);
    return { about, files, ran };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError("backup_failed", `The backup could not be restored: ${messageOf(error)}.`, error);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function settle(database: string, about: About, { stops, now }: { stops: boolean; now: Date }): string[] {
  check(database, about);
  return settleSnapshot(database, { stops, at: now.toISOString() });
}

function requireEmpty(dataDir: string): void {
  // A start that was refused leaves its lock, which the kernel has released.
  if (!existsSync(dataDir) || readdirSync(dataDir).every((name) => name === "lock")) return;
  throw new BackupError(
    "data_dir_not_empty",
    `The folder ${dataDir} is not empty. Restore into a folder that does not exist.`,
  );
}

async function unpack(source: Readable, fresh: string): Promise<{ about: About; files: number }> {
  const tar = extract();
  const found = new Map<string, string>();
  let about: About | undefined;
  let sums: Record<string, string> | undefined;
  const reading = (async () => {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header;
      if (sums !== undefined) throw invalid(`it has ${JSON.stringify(name)} after its end`);
      if (about === undefined) {
        if (name !== aboutEntry) throw invalid("it does not begin as one");
        about = aboutOf(await textOf(entry, size));
      } else if (name === sumsEntry) sums = JSON.parse(await textOf(entry, size)) as Record<string, string>;
      else {
        if (type !== "file" || !isEntry(name) || found.has(name))
          throw invalid(`it has ${JSON.stringify(name)}`);
        found.set(name, await writeFile(entry, join(fresh, name), modeOf(name)));
      }
    }
  })();
  try {
    await Promise.all([pipeline(source, createGunzip(), tar), reading]);
  } catch (error) {
    await reading.catch(() => {});
    if (error instanceof BackupError || isSystemFault(error)) throw error;
    throw invalid(`it is cut off or damaged (${messageOf(error)})`);
  }
  if (about === undefined || sums === undefined) throw invalid("it is cut off");
  const all = new Set([...Object.keys(sums), ...found.keys()]);
  for (const name of all)
    if (sums[name] !== found.get(name)) throw invalid(`${name} is not what was written`);
  if (!found.has(databaseEntry) && !about.records) throw invalid("it has no database");
  return { about, files: found.size };
}

const isSystemFault = (error: unknown) =>
  ["ENOSPC", "EDQUOT", "EACCES", "EROFS", "EIO", "EMFILE"].includes(
    (error as NodeJS.ErrnoException).code ?? "",
  );

const invalid = (why: string) =>
  new BackupError("backup_invalid", `This is no backup that can be restored: ${why}. Nothing was changed.`);

function aboutOf(text: string): About {
  const about = JSON.parse(text) as About;
  if (about.format <= formatVersion) return about;
  throw new BackupError(
    "backup_invalid",
    `The backup was written by platform ${about.version}, in a format that this platform (${version}) does not know. Restore it with that version or a newer one.`,
  );
}

async function textOf(entry: AsyncIterable<unknown>, size: number): Promise<string> {
  if (size > mostText) throw invalid("a list in it is too long");
  const parts: Buffer[] = [];
  for await (const part of entry) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

async function writeFile(entry: AsyncIterable<unknown>, file: string, mode: number): Promise<string> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o711 });
  const sum = createHash("sha256");
  await pipeline(
    entry,
    async function* (parts) {
      for await (const part of parts as AsyncIterable<Buffer>) {
        sum.update(part);
        yield part;
      }
    },
    createWriteStream(file, { mode, flags: "wx", flush: true }),
  );
  return sum.digest("hex");
}

function check(database: string, about: About): void {
  let schema: string | undefined;
  try {
    ({ schema } = readSnapshot(database));
  } catch (error) {
    throw invalid(messageOf(error).replace(/\.$/, ""));
  }
  if (schema !== undefined && isKnownSchema(schema)) return;
  throw new BackupError(
    "backup_invalid",
    `The backup was written by platform ${about.version}, whose database this platform (${version}) does not know. Restore it with that version or a newer one.`,
  );
}
