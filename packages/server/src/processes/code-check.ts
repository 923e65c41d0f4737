import { randomUUID } from "node:crypto";
import { rename } from "node:fs/promises";
import { fingerprintUnpacked, isAsPacked } from "@botyard/manifest";
import { exists, partial } from "../custom-bots/files.ts";

/** An unpacked package. */
export interface Code {
  archive: string;
  sha256: string;
  codeDir: string;
}

/**
 * Checks unpacked code before each start. The first time it compares the files with the archive; after that, names and
 * attributes of the files suffice, as no file can be changed without a new time of change.
 */
export class CodeCheck {
  readonly #fingerprints = new Map<string, string>();

  /** Code that was changed is moved away. */
  async look({ archive, sha256, codeDir }: Code): Promise<"intact" | "missing" | "changed"> {
    if (!(await exists(codeDir))) return "missing";
    const before = await fingerprintUnpacked(codeDir);
    if (this.#fingerprints.get(sha256) === before) return "intact";
    if (await isAsPacked(archive, codeDir)) {
      this.#fingerprints.set(sha256, before);
      return "intact";
    }
    // Not removed: processes may have it mounted. The next start of the platform removes it.
    await rename(codeDir, `${codeDir}${partial}${randomUUID()}`);
    return "changed";
  }

  /** Call when code was unpacked from its verified archive. */
  async unpacked({ sha256, codeDir }: Code): Promise<void> {
    this.#fingerprints.set(sha256, await fingerprintUnpacked(codeDir));
  }

  forget(sha256: string): void {
    this.#fingerprints.delete(sha256);
  }
}
