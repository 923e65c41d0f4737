import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Checks, contentFile, listName, settle } from "@botyard/manifest";
import { InTurn } from "../concurrency/in-turn.ts";
import type { ServiceStore } from "../store/index.ts";
import { codeFolder, contentsDir, exists, listFile, listsDir, removeCode } from "./files.ts";

export interface PackageFilesOptions {
  store: Pick<ServiceStore, "forgetUnusedFiles" | "strayFiles" | "strayPackages">;
  checks: Pick<Checks, "publishContents" | "readList">;
  dataDir: string;
}

/** Contents that were unpacked into a folder, to be stored. */
export interface Unpacked {
  from: string;
  /** The contents with what they use on the disk, as JSON texts of `[sha256, bytes]`. */
  contents: string[];
  /** The package whose list is with them. */
  contentSha256?: string;
}

/** Contents removed at the same time. */
const together = 32;
/** Packages looked for in the database at the same time. */
const lookedAtTogether = 1_000;

/**
 * The contents and lists of all packages in the data folder, each once. A content is stored before the row that names it, and
 * removed after the last row.
 */
export class PackageFiles {
  readonly #options: PackageFilesOptions;
  readonly #turns = new InTurn();

  constructor(options: PackageFilesOptions) {
    this.#options = options;
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
      if (contentSha256 !== undefined) await this.#keepList(join(from, listName), contentSha256);
      return await record();
    } catch (error) {
      await this.#removeStray(contents, contentSha256).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Stores the list of a package, and then what `record` stores about it; if that fails, or contents are missing, removes the
   * list unless a version has it. Call in turn.
   *
   * @throws {Error} what `record` throws
   */
  async keepListed<T>(
    { from, contentSha256 }: { from: string; contentSha256: string },
    record: () => Promise<T | "files_missing">,
  ): Promise<T | "files_missing"> {
    let kept: T | "files_missing" | undefined;
    try {
      await this.#keepList(from, contentSha256);
      kept = await record();
      return kept;
    } finally {
      if (kept === undefined || kept === "files_missing")
        await this.#removeStray([], contentSha256).catch(() => undefined);
    }
  }

  /** Returns the contents of a package, as JSON texts of SHA-256s; none if its list cannot be read. */
  async contentsOf(contentSha256: string): Promise<string[]> {
    const list = listFile(this.#options.dataDir, contentSha256);
    if (!(await exists(list))) return [];
    const unlimited = { files: Number.POSITIVE_INFINITY, unpackedBytes: Number.POSITIVE_INFINITY };
    const read = await this.#options.checks.readList(list, { limits: unlimited });
    return read.problems ? [] : read.contents;
  }

  /** Removes the list and the unpacked code of a package that no version has. Call in turn. */
  async removePackage(contentSha256: string): Promise<void> {
    const { dataDir } = this.#options;
    // The list last: if the platform is killed meanwhile, the next start finds the package by it.
    await removeCode(codeFolder(dataDir, contentSha256));
    await rm(listFile(dataDir, contentSha256), { force: true });
  }

  /** Removes contents that no user has. Call in turn. */
  async remove(unneeded: string[]): Promise<void> {
    const dir = contentsDir(this.#options.dataDir);
    for (let at = 0; at < unneeded.length; at += together)
      await Promise.all(
        unneeded
          .slice(at, at + together)
          .flatMap((sha256) =>
            [false, true].map((executable) => rm(contentFile(dir, sha256, executable), { force: true })),
          ),
      );
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
  }

  /**
   * Removes contents that no user has, and packages that no version has: a platform that is killed while it stores or removes
   * a package leaves them.
   */
  async removeStrays(): Promise<void> {
    await this.#removeStrayPackages();
    const dir = contentsDir(this.#options.dataDir);
    for (const folder of await namesIn(dir))
      await this.inTurn(async () => {
        const names = await namesIn(join(dir, folder));
        const torn = names.filter((name) => !/^[0-9a-f]{64}(\.x)?$/.test(name));
        for (const name of torn) await rm(join(dir, folder, name), { force: true });
        const found = new Set(names.filter((name) => !torn.includes(name)).map((name) => name.slice(0, 64)));
        await this.remove(await this.#options.store.strayFiles(JSON.stringify([...found])));
      });
  }

  async #keepList(from: string, contentSha256: string): Promise<void> {
    await settle(from, listFile(this.#options.dataDir, contentSha256));
  }

  async #removeStrayPackages(): Promise<void> {
    const names = await namesIn(listsDir(this.#options.dataDir));
    const found = names.flatMap((name) => name.match(/^([0-9a-f]{64})\.jsonl$/)?.[1] ?? []);
    for (let at = 0; at < found.length; at += lookedAtTogether)
      await this.inTurn(() => this.#removeStrayOf(found.slice(at, at + lookedAtTogether)));
  }

  async #removeStrayOf(packages: string[]): Promise<void> {
    for (const contentSha256 of await this.#options.store.strayPackages(JSON.stringify(packages)))
      await this.removePackage(contentSha256);
  }

  async #removeStray(contents: string[], contentSha256?: string): Promise<void> {
    if (contentSha256 !== undefined) await this.#removeStrayOf([contentSha256]);
    for (const part of contents) {
      const sha256s = (JSON.parse(part) as [string, number][]).map(([sha256]) => sha256);
      await this.remove(await this.#options.store.strayFiles(JSON.stringify(sha256s)));
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}
