import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The home and the current folder of the commands of one case. */
export class CliFolder {
  #dir: string | undefined;

  get dir(): string {
    this.#dir ??= mkdtempSync(join(tmpdir(), "botyard-conformance-cli-"));
    return this.#dir;
  }

  write(files: Record<string, string | Uint8Array>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.dir, "work", path)), { recursive: true });
      writeFileSync(join(this.dir, "work", path), text);
    }
  }

  remove(): void {
    if (this.#dir !== undefined) rmSync(this.#dir, { recursive: true, force: true, maxRetries: 3 });
  }
}
