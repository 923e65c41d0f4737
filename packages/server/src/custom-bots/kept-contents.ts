import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type AbsentContent, type Checks, ContentWriter, removeUnpacked } from "@botyard/manifest";
import type { BlobKind, Blobs, KeptBlobs } from "../blobs/blobs.ts";
import type { FolderBlobs } from "../blobs/folder/folder-blobs.ts";
import { isDamaged } from "../blobs/verified.ts";
import { contentsDir, listFile, uploadsDir } from "./files.ts";

export interface KeptContentsOptions {
  /** Where contents are kept (default: only in the data folder). */
  blobs?: KeptBlobs | undefined;
  /** The contents in the data folder. */
  folder: FolderBlobs;
  checks: Pick<Checks, "absentContents" | "publishContents">;
  dataDir: string;
}

/** A content that could not be fetched, and a file of the package that has it. */
export interface Unfetched {
  sha256: string;
  path: string;
  what: "missing" | "damaged";
}

/** Contents fetched at the same time: each waits for the database most of the time. */
const lanes = 4;

/**
 * Contents of packages where they are kept, if that is not the data folder: then the folder has copies, from which bots are
 * started, and which are fetched when they are missing.
 */
export class KeptContents {
  readonly #options: KeptContentsOptions;

  constructor(options: KeptContentsOptions) {
    this.#options = options;
  }

  /** Where contents are kept, for messages. */
  get place(): string {
    return this.#options.blobs ? "in the database" : "on the disk";
  }

  get #blobs(): Blobs | undefined {
    return this.#options.blobs?.forRequests;
  }

  /**
   * Keeps contents of the data folder, given as JSON texts of `[sha256, bytes]`. When it returns, they survive its loss. Call
   * in turn.
   * @throws {BlobDamagedError} if one is damaged in the data folder
   */
  async put(contents: readonly string[]): Promise<void> {
    if (!this.#blobs) return;
    for (const part of contents) await this.#put("files", sha256sIn(part));
  }

  /** Keeps a list of the data folder, also if it is damaged where it is kept. Call in turn. */
  async putList(contentSha256: string): Promise<void> {
    const blobs = this.#blobs;
    if (!blobs) return;
    if (await isDamaged(blobs, "lists", contentSha256)) await blobs.remove("lists", [contentSha256]);
    await this.#put("lists", [contentSha256]);
  }

  /** Removes blobs where they are kept and from the data folder. Call in turn. */
  async remove(kind: BlobKind, sha256s: readonly string[]): Promise<void> {
    await this.#blobs?.remove(kind, sha256s);
    await this.#options.folder.remove(kind, sha256s);
  }

  /** Returns all blobs in pages, those that are in both places twice. */
  async *list(kind: BlobKind): AsyncGenerator<string[]> {
    yield* this.#options.folder.list(kind);
    if (this.#blobs) yield* this.#blobs.list(kind);
  }

  /**
   * Fetches the list of a package into the data folder, over the one that is there.
   * @returns false if it is not kept elsewhere, or missing or damaged there
   */
  async fetchList(contentSha256: string, patience: keyof KeptBlobs = "forEngine"): Promise<boolean> {
    const { blobs, dataDir } = this.#options;
    const found = await blobs?.[patience].open("lists", contentSha256);
    if (!found) return false;
    return this.#inFolder(async (fresh) => {
      const written = await new ContentWriter(fresh).write(found.body, false);
      if (written.sha256 !== contentSha256) return false;
      const path = listFile(dataDir, contentSha256);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(written.from, path);
      return true;
    });
  }

  /**
   * Fetches the contents of a package that the data folder does not have.
   *
   * @param options.except SHA-256s of contents not to fetch
   * @returns those that are missing or damaged where they are kept; `undefined` if nothing is kept elsewhere
   */
  async fetch(
    list: { path: string; sha256: string },
    { except = [], patience = "forEngine" }: { except?: readonly string[]; patience?: keyof KeptBlobs } = {},
  ): Promise<Unfetched[] | undefined> {
    const { blobs, checks, dataDir } = this.#options;
    if (!blobs) return undefined;
    const parts = await checks.absentContents(list, contentsDir(dataDir), except);
    const unfetched: Unfetched[] = [];
    for (const part of parts ?? [])
      await this.#inFolder(async (fresh) => {
        unfetched.push(...(await write(blobs[patience], fresh, JSON.parse(part) as AbsentContent[])));
        for (const lane of await readdir(fresh))
          await checks.publishContents(join(fresh, lane), contentsDir(dataDir));
      });
    return unfetched;
  }

  /** Removes contents that are damaged where they are kept: the next upload of the package sends them again. Call in turn. */
  async removeDamaged(sha256s: readonly string[]): Promise<void> {
    const blobs = this.#blobs;
    if (!blobs) return;
    for (const sha256 of sha256s)
      if (await isDamaged(blobs, "files", sha256)) await blobs.remove("files", [sha256]);
  }

  async #put(kind: BlobKind, sha256s: readonly string[]): Promise<void> {
    const { folder } = this.#options;
    const open = async (sha256: string) => {
      const blob = await folder.open(kind, sha256);
      if (blob) return blob;
      throw new Error(`The content ${sha256} was removed from the data folder while it was stored.`);
    };
    await this.#blobs?.put(
      kind,
      sha256s.map((sha256) => ({ sha256, open: () => open(sha256) })),
    );
  }

  async #inFolder<T>(work: (fresh: string) => Promise<T>): Promise<T> {
    const fresh = join(uploadsDir(this.#options.dataDir), randomUUID());
    await mkdir(fresh, { recursive: true, mode: 0o700 });
    try {
      return await work(fresh);
    } finally {
      await removeUnpacked(fresh);
    }
  }
}

/** Writes contents into folders of a folder, and returns those that could not be written. */
async function write(blobs: Blobs, fresh: string, absent: AbsentContent[]): Promise<Unfetched[]> {
  const unfetched: Unfetched[] = [];
  const left = absent.values();
  const lane = async (_: unknown, number: number) => {
    const dir = join(fresh, String(number));
    await mkdir(dir, { mode: 0o700 });
    const writer = new ContentWriter(dir);
    for (const [sha256, executable, path] of left) {
      const blob = await blobs.open("files", sha256);
      const written = blob && (await writer.write(blob.body, executable));
      if (written?.sha256 === sha256) continue;
      if (written) await rm(written.from);
      unfetched.push({ sha256, path, what: written ? "damaged" : "missing" });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
  // All have ended before the folder is removed.
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  return unfetched;
}

/** The SHA-256s of contents that are given as a JSON text of `[sha256, bytes]`. */
export const sha256sIn = (part: string): string[] =>
  (JSON.parse(part) as [string, number][]).map(([sha256]) => sha256);
