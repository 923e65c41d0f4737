import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Checks, InspectedTree, ListedFile, TreeFiles } from "@botyard/manifest";
import { bytecodeRecord, exists, partial } from "../custom-bots/files.ts";
import { KnownTree } from "./known-tree.ts";
import { digestAt, VerifiedFiles } from "./verified-files.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** An unpacked package. */
export interface Code {
  /** Path of the list of its files. */
  list: string;
  contentSha256: string;
  codeDir: string;
}

/** Recorded when the code has been compiled: the form of the bytecode, and its files. */
interface Compiled {
  form: string;
  files: ListedFile[];
}

export interface CodeCheckOptions {
  checks: Pick<Checks, "inspectTree" | "digestsOf" | "addBytecode" | "removeBytecode">;
  /** Folder of the bytecode of all packages. */
  sharedBytecode: string;
}

/** Trees kept in memory; the others are compared with their lists before each start. */
const treesAtMost = 64;

/**
 * Checks unpacked code before each start. The first time it compares the files with the list of the package, and reads
 * those whose inodes it has not read; after that, attributes of files and folders suffice, as no file can be changed without
 * a new time of change. Bytecode is not in the list: it is removed unless it is what the platform compiled.
 */
export class CodeCheck {
  readonly #options: CodeCheckOptions;
  readonly #verified = new VerifiedFiles();
  /** By package, with the form of its bytecode; the one that was looked at last at the end. */
  readonly #trees = new Map<string, { tree: KnownTree; form: string | undefined }>();

  constructor(options: CodeCheckOptions) {
    this.#options = options;
  }

  /** Code that was changed is moved away. */
  async look(code: Code): Promise<"intact" | "missing" | "changed" | "list_damaged"> {
    const { contentSha256, codeDir } = code;
    const known = this.#trees.get(contentSha256);
    if (known && (await known.tree.isUnchanged(this.#verified))) {
      this.#keep(contentSha256, known);
      return "intact";
    }
    this.#trees.delete(contentSha256);
    let compiled = await readCompiled(codeDir);
    let found = await this.#inspect(code, compiled?.files ?? []);
    if (found.state === "as_listed" && !found.hasBytecode) {
      await this.#strip(codeDir);
      compiled = undefined;
      found = await this.#inspect(code, []);
    }
    if (found.state === "missing" || found.state === "list_damaged") return found.state;
    const damaged = found.state === "as_listed" ? await this.#verify(codeDir, found.files) : undefined;
    if (found.state === "as_listed" && damaged?.length === 0) {
      const tree = new KnownTree(codeDir, found.files);
      this.#keep(contentSha256, { tree, form: compiled?.form });
      return "intact";
    }
    // Not removed: processes may have it mounted. The next start of the platform removes it.
    await rename(codeDir, `${codeDir}${partial}${randomUUID()}`);
    await rm(bytecodeRecord(codeDir), { force: true });
    return "changed";
  }

  /**
   * Verifies the contents of a tree that was made of links, before it becomes the code of a package.
   * @returns the SHA-256s and paths of contents that are damaged in the store
   */
  async made(
    dir: string,
    { files, changedBefore }: { files: TreeFiles; changedBefore: Float64Array },
  ): Promise<{ path: string; sha256: string }[]> {
    this.#verified.linked(files, changedBefore);
    return this.#verify(dir, files);
  }

  /** Call when a verified tree has become the code of a package. */
  async published({ contentSha256, codeDir }: Code, files: TreeFiles): Promise<void> {
    await rm(bytecodeRecord(codeDir), { force: true });
    this.#keep(contentSha256, { tree: new KnownTree(codeDir, files), form: undefined });
  }

  /** Whether intact code has been compiled to this form. */
  async isCompiled({ contentSha256, codeDir }: Code, form: string): Promise<boolean> {
    const known = this.#trees.get(contentSha256);
    return (known ? known.form : (await readCompiled(codeDir))?.form) === form;
  }

  /**
   * Adds bytecode to intact code, instead of what it has.
   * @param compiled folder of the bytecode, which may be missing
   */
  async compiled(code: Code, form: string, compiled: string): Promise<void> {
    const { checks, sharedBytecode } = this.#options;
    await this.#strip(code.codeDir);
    const files = (await exists(compiled))
      ? await checks.addBytecode(compiled, code.codeDir, sharedBytecode)
      : [];
    const record: Compiled = { form, files };
    // Compressed: it would be the largest file that each version has of its own beside equal dependencies.
    await writeFile(bytecodeRecord(code.codeDir), await compress(JSON.stringify(record)), { mode: 0o600 });
    this.#trees.delete(code.contentSha256);
  }

  forget(contentSha256: string): void {
    this.#trees.delete(contentSha256);
  }

  #inspect({ list, contentSha256, codeDir }: Code, bytecode: ListedFile[]): Promise<InspectedTree> {
    return this.#options.checks.inspectTree({ path: list, sha256: contentSha256 }, codeDir, bytecode);
  }

  /** Reads the files whose inodes are not known, and returns those that do not have their contents. */
  async #verify(dir: string, files: TreeFiles): Promise<{ path: string; sha256: string }[]> {
    const unknown = this.#verified.unknownIn(files);
    if (unknown.length === 0) return [];
    const read = await this.#options.checks.digestsOf(
      dir,
      unknown.map((index) => files.paths[index]!),
    );
    const damaged: { path: string; sha256: string }[] = [];
    for (const [at, index] of unknown.entries()) {
      const sha256 = digestAt(files.digests, index);
      if (digestAt(read, at) === sha256) this.#verified.add(files, index);
      else damaged.push({ path: files.paths[index]!, sha256 });
    }
    return damaged;
  }

  #keep(contentSha256: string, known: { tree: KnownTree; form: string | undefined }): void {
    this.#trees.delete(contentSha256);
    this.#trees.set(contentSha256, known);
    const [oldest] = this.#trees.keys();
    if (this.#trees.size > treesAtMost && oldest !== undefined) this.#trees.delete(oldest);
  }

  async #strip(codeDir: string): Promise<void> {
    await rm(bytecodeRecord(codeDir), { force: true });
    await this.#options.checks.removeBytecode(codeDir);
  }
}

async function readCompiled(codeDir: string): Promise<Compiled | undefined> {
  try {
    return JSON.parse(String(await decompress(await readFile(bytecodeRecord(codeDir))))) as Compiled;
  } catch {
    // Also for a record of an earlier platform: the code is compiled again.
    return undefined;
  }
}
