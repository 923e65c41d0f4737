import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ContentWriter, contentFile, removeUnpacked, settle } from "@botyard/manifest";
import type { BlobKind, Blobs, NewBlob, OpenBlob } from "../blobs.ts";
import { verified } from "../verified.ts";
import { contentsDir, listFile, listsDir, uploadsDir } from "./places.ts";

/** Blobs removed at the same time. */
const together = 32;
const pageSize = 1_000;
const pieceBytes = 256 * 1024;

/**
 * Blobs as the files in the folder `packages` of a data folder, of which bots are started. A content is
 * `files/<first two digits>/<sha256>`, or `<sha256>.x` if a package needs it executable, or both; a list is
 * `lists/<sha256>.jsonl`.
 */
export class FolderBlobs implements Blobs {
  readonly #dataDir: string;

  /** @param dataDir it may lack the folder */
  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async put(kind: BlobKind, blobs: readonly NewBlob[]): Promise<void> {
    for (const blob of blobs)
      if ((await this.has(kind, [blob.sha256])).size === 0) await this.#write(kind, blob);
  }

  async open(kind: BlobKind, sha256: string): Promise<OpenBlob | undefined> {
    for (const path of this.#paths(kind, sha256)) {
      const stats = await orMissing(stat(path));
      if (stats?.isFile()) return { bytes: stats.size, body: piecesOf(path, stats.size) };
    }
    return undefined;
  }

  async has(kind: BlobKind, sha256s: readonly string[]): Promise<Set<string>> {
    const there = new Set<string>();
    for (const sha256 of sha256s)
      for (const path of this.#paths(kind, sha256))
        if ((await orMissing(stat(path)))?.isFile()) there.add(sha256);
    return there;
  }

  async remove(kind: BlobKind, sha256s: readonly string[]): Promise<void> {
    for (let at = 0; at < sha256s.length; at += together)
      await Promise.all(
        sha256s
          .slice(at, at + together)
          .flatMap((sha256) => this.#paths(kind, sha256).map((path) => rm(path, { force: true }))),
      );
  }

  async *list(kind: BlobKind): AsyncGenerator<string[]> {
    for (const folder of await this.#folders(kind)) {
      const names = await namesIn(folder);
      const found = [...new Set(names.flatMap((name) => nameOf[kind].exec(name)?.[1] ?? []))];
      for (let at = 0; at < found.length; at += pageSize) yield found.slice(at, at + pageSize);
    }
  }

  /** Removes files among the contents that are none. The caller must not store contents meanwhile. */
  async removeTorn(): Promise<void> {
    for (const folder of await this.#folders("files"))
      for (const name of await namesIn(folder))
        if (!nameOf.files.test(name)) await rm(join(folder, name), { force: true });
  }

  async #write(kind: BlobKind, { sha256, open }: NewBlob): Promise<void> {
    const fresh = join(uploadsDir(this.#dataDir), randomUUID());
    await mkdir(fresh, { recursive: true, mode: 0o700 });
    try {
      const { from } = await new ContentWriter(fresh).write(verified(kind, sha256, await open()), false);
      const [plain, executable = plain] = this.#paths(kind, sha256);
      await settle(from, from.endsWith(".x") ? executable! : plain!);
    } finally {
      await removeUnpacked(fresh);
    }
  }

  #paths(kind: BlobKind, sha256: string): string[] {
    if (kind === "lists") return [listFile(this.#dataDir, sha256)];
    return [false, true].map((executable) => contentFile(contentsDir(this.#dataDir), sha256, executable));
  }

  async #folders(kind: BlobKind): Promise<string[]> {
    if (kind === "lists") return [listsDir(this.#dataDir)];
    const dir = contentsDir(this.#dataDir);
    return (await namesIn(dir)).map((name) => join(dir, name));
  }
}

const nameOf: Record<BlobKind, RegExp> = {
  files: /^([0-9a-f]{64})(?:\.x)?$/,
  lists: /^([0-9a-f]{64})\.jsonl$/,
};

const namesIn = async (folder: string): Promise<string[]> => (await orMissing(readdir(folder))) ?? [];

/** The file is opened when its first piece is read. A stream takes longer than the contents of most files. */
async function* piecesOf(path: string, bytes: number): AsyncGenerator<Buffer> {
  if (bytes <= pieceBytes) yield await readFile(path);
  else yield* createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>;
}

async function orMissing<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
