import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A project outside the repository. */
export interface Consumer {
  folder: string;
  /** Installs archives and packages by npm, without install scripts. */
  install(...packages: string[]): Promise<void>;
  /** Runs a program as a module in the project; rejects if it fails. */
  runs(program: string): Promise<string>;
  close(): void;
}

export function newConsumer(): Consumer {
  const folder = mkdtempSync(join(tmpdir(), "botyard-core-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const execute = promisify(execFile);
  return {
    folder,
    async install(...packages) {
      const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
      await execute("npm", ["install", ...options, ...packages], { cwd: folder });
    },
    async runs(program) {
      const args = ["--input-type=module", "-e", program];
      return (await execute(process.execPath, args, { cwd: folder })).stdout;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
