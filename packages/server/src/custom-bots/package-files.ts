import { join } from "node:path";
import { type Checks, listName, settle } from "@botyard/manifest";
import type { KeptBlobs } from "../blobs/blobs.ts";
import { FolderBlobs } from "../blobs/folder/folder-blobs.ts";
import { InTurn } from "../concurrency/in-turn.ts";
import { doubtOf } from "../errors/in-doubt.ts";
import type { ServiceStore } from "../store/index.ts";
import { codeFolder, contentsDir, exists, listFile, removeCode } from "./files.ts";
import { KeptContents, sha256sIn } from "./kept-contents.ts";

export interface PackageFilesOptions {
  store: Pick<ServiceStore, "forgetUnusedFiles" | "strayFiles" | "strayPackages">;
  checks: Pick<Checks, "absentContents" | "publishContents" | "readList">;
  dataDir: string;
  /** Where contents are kept (default: only in the data folder). */
  blobs?: KeptBlobs | undefined;
}

/** Contents that were unpacked into a folder, to be stored. */
export interface Unpacked {
  from: string;
  /** The contents with what they use on the disk, as JSON texts of `[sha256, bytes]`. */
  contents: string[];
  /** The package whose list is with them. */
  contentSha256?: string;
}

/**
 * The contents and lists of all packages, each once. A content is stored before the row that names it, and removed after the
 * last row.
 */
export class PackageFiles {
  readonly #options: PackageFilesOptions;
  readonly #folder: FolderBlobs;
  readonly #turns = new InTurn();
  /** Contents may have been left that no user has. */
  #mayHaveStrays = false;
  /** Where the contents are kept. */
  readonly kept: KeptContents;

  constructor(options: PackageFilesOptions) {
    this.#options = options;
    this.#folder = new FolderBlobs(options.dataDir);
    this.kept = new KeptContents({ ...options, folder: this.#folder });
  }

  /** Runs one change after the other: the same content may belong to several packages. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.take("", work);
  }

  /**
   * Stores contents, and then what `record` stores about them; if that fails, removes what no user has. Call in turn.
   *
   * @throws {Error} what `record` throws
   */
  async keep<T>({ from, contents, contentSha256 }: Unpacked, record: () => Promise<T>): Promise<T> {
    const { checks, dataDir } = this.#options;
    try {
      await checks.publishContents(from, contentsDir(dataDir));
      await this.kept.put(contents);
      if (contentSha256 !== undefined) await this.#keepList(join(from, listName), contentSha256);
      return await record();
    } catch (error) {
      await this.#failed(error, contents, contentSha256);
      throw error;
    }
  }

  /**
   * Stores the list of a package, and then what `record` stores about it; if that fails, or contents are missing, removes the
   * list unless a version has it. Call in turn.
   *
   * @param listed.contents contents in the data folder that the list names, as JSON texts of `[sha256, bytes]`
   * @throws {Error} what `record` throws
   */
  async keepListed<T>(
    { from, contents, contentSha256 }: { from: string; contents: string[]; contentSha256: string },
    record: () => Promise<T | "files_missing">,
  ): Promise<T | "files_missing"> {
    try {
      await this.kept.put(contents);
      await this.#keepList(from, contentSha256);
      const kept = await record();
      if (kept === "files_missing") await this.#removeStray(contents, contentSha256);
      return kept;
    } catch (error) {
      await this.#failed(error, contents, contentSha256);
      throw error;
    }
  }

  /** Returns the contents of a package, as JSON texts of SHA-256s; none if its list cannot be read. */
  async contentsOf(contentSha256: string): Promise<string[]> {
    const list = listFile(this.#options.dataDir, contentSha256);
    if (!(await exists(list)) && !(await this.kept.fetchList(contentSha256, "forRequests"))) return [];
    const unlimited = { files: Number.POSITIVE_INFINITY, unpackedBytes: Number.POSITIVE_INFINITY };
    const read = await this.#options.checks.readList(list, { limits: unlimited });
    return read.problems ? [] : read.contents;
  }

  /** Removes the list and the unpacked code of a package that no version has. Call in turn. */
  async removePackage(contentSha256: string): Promise<void> {
    const { dataDir } = this.#options;
    await this.#orLater(async () => {
      // The list last: if the platform is killed meanwhile, the next start finds the package by it.
      await removeCode(codeFolder(dataDir, contentSha256));
      await this.kept.remove("lists", [contentSha256]);
    });
  }

  /** Removes contents that no user has. Call in turn. */
  async remove(unneeded: string[]): Promise<void> {
    await this.#orLater(() => this.kept.remove("files", unneeded));
  }

  /** Removes contents that are damaged in the data folder, where copies of them may be fetched or sent again. */
  removeDamaged(sha256s: string[]): Promise<void> {
    return this.inTurn(() => this.#folder.remove("files", sha256s));
  }

  /** Removes contents that were sent before the given time and that no version has. */
  async removeUnused(before: string): Promise<void> {
    let isMore = true;
    while (isMore)
      await this.inTurn(async () => {
        const { forgotten, unneeded } = await this.#options.store.forgetUnusedFiles(before);
        await this.remove(unneeded);
        isMore = forgotten > 0;
      });
    if (this.#mayHaveStrays) await this.removeStrays();
  }

  /**
   * Removes contents that no user has, and packages that no version has: a platform that is killed while it stores or removes
   * a package leaves them.
   */
  removeStrays(): Promise<void> {
    this.#mayHaveStrays = false;
    return this.#orLater(async () => {
      for await (const packages of this.kept.list("lists"))
        await this.inTurn(() => this.#removeStrayPackages(packages));
      await this.inTurn(() => this.#folder.removeTorn());
      for await (const found of this.kept.list("files"))
        await this.inTurn(() => this.#removeStrayFiles(found));
    });
  }

  async #keepList(from: string, contentSha256: string): Promise<void> {
    await settle(from, listFile(this.#options.dataDir, contentSha256));
    await this.kept.putList(contentSha256);
  }

  async #removeStrayPackages(packages: string[]): Promise<void> {
    for (const contentSha256 of await this.#options.store.strayPackages(JSON.stringify(packages)))
      await this.removePackage(contentSha256);
  }

  async #removeStrayFiles(found: string[]): Promise<void> {
    await this.remove(await this.#options.store.strayFiles(JSON.stringify(found)));
  }

  /** A record of which it is not known whether it was stored may name what it was stored with. */
  async #failed(error: unknown, contents: string[], contentSha256?: string): Promise<void> {
    const doubt = doubtOf(error);
    if (!doubt) return this.#removeStray(contents, contentSha256);
    const known = () => {
      this.#mayHaveStrays = true;
    };
    doubt.outcome.then(known, known);
  }

  /** Removes what a failed upload has left. */
  async #removeStray(contents: string[], contentSha256?: string): Promise<void> {
    await this.#orLater(async () => {
      if (contentSha256 !== undefined) await this.#removeStrayPackages([contentSha256]);
      for (const part of contents) await this.#removeStrayFiles(sha256sIn(part));
    }).catch(() => undefined);
  }

  /** If a removal fails, what it leaves is looked for later. */
  async #orLater(removal: () => Promise<void>): Promise<void> {
    try {
      await removal();
    } catch (error) {
      this.#mayHaveStrays = true;
      throw error;
    }
  }
}
