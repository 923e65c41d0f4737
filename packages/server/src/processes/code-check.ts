import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { addBytecode, fingerprintUnpacked, isAsListed, removeBytecode } from "@botyard/manifest";
import { bytecodeRecord, exists, partial } from "../custom-bots/files.ts";

/** An unpacked package. */
export interface Code {
  /** Path of the list of its files. */
  list: string;
  contentSha256: string;
  codeDir: string;
}

/** Recorded when the code has been compiled: the form of the bytecode, and the fingerprint of the code with it. */
interface Compiled {
  form: string;
  fingerprint: string;
}

/**
 * Checks unpacked code before each start. The first time it compares the files with the list of the package; after that, names and
 * attributes of the files suffice, as no file can be changed without a new time of change. Bytecode is not in the list:
 * it is removed unless the code looks as it did when the platform compiled it.
 */
export class CodeCheck {
  readonly #fingerprints = new Map<string, string>();

  /** Code that was changed is moved away. */
  async look({ list, contentSha256, codeDir }: Code): Promise<"intact" | "missing" | "changed"> {
    if (!(await exists(codeDir))) return "missing";
    const before = await fingerprintUnpacked(codeDir);
    if (this.#fingerprints.get(contentSha256) === before) return "intact";
    if (await isAsListed(list, codeDir)) {
      if ((await readCompiled(codeDir))?.fingerprint !== before) await this.#strip(codeDir);
      this.#fingerprints.set(contentSha256, await fingerprintUnpacked(codeDir));
      return "intact";
    }
    // Not removed: processes may have it mounted. The next start of the platform removes it.
    await rename(codeDir, `${codeDir}${partial}${randomUUID()}`);
    return "changed";
  }

  /** Call when code was unpacked from the verified contents. */
  async unpacked({ contentSha256, codeDir }: Code): Promise<void> {
    await rm(bytecodeRecord(codeDir), { force: true });
    this.#fingerprints.set(contentSha256, await fingerprintUnpacked(codeDir));
  }

  /** Whether intact code has been compiled to this form. */
  async isCompiled({ codeDir }: Code, form: string): Promise<boolean> {
    return (await readCompiled(codeDir))?.form === form;
  }

  /**
   * Adds bytecode to intact code, instead of what it has.
   * @param compiled folder of the bytecode, which may be missing
   */
  async compiled({ contentSha256, codeDir }: Code, form: string, compiled: string): Promise<void> {
    await this.#strip(codeDir);
    if (await exists(compiled)) await addBytecode(compiled, codeDir);
    const fingerprint = await fingerprintUnpacked(codeDir);
    await writeFile(bytecodeRecord(codeDir), JSON.stringify({ form, fingerprint }), { mode: 0o600 });
    this.#fingerprints.set(contentSha256, fingerprint);
  }

  forget(contentSha256: string): void {
    this.#fingerprints.delete(contentSha256);
  }

  async #strip(codeDir: string): Promise<void> {
    await rm(bytecodeRecord(codeDir), { force: true });
    await removeBytecode(codeDir);
  }
}

async function readCompiled(codeDir: string): Promise<Compiled | undefined> {
  try {
    return JSON.parse(await readFile(bytecodeRecord(codeDir), "utf8")) as Compiled;
  } catch {
    return undefined;
  }
}
