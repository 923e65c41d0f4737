import { execFileSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { GivenFile, SeenFile } from "../model.ts";

const largest = 32 * 1024 * 1024;

/** The folder of one case and, next to it, the runner's own files. */
export class CaseFolder {
  /** `${dir}`. */
  readonly dir: string;
  /** Folder of the script, trace, streams and witnesses. */
  readonly kept: string;
  readonly #base: string;

  constructor() {
    this.#base = realpathSync(mkdtempSync(join(baseOf(), "conformance-")));
    this.dir = join(this.#base, "case");
    this.kept = join(this.#base, "kept");
    for (const name of ["code", "out", "home", "tmp"]) mkdirSync(join(this.dir, name), { recursive: true });
    mkdirSync(this.kept);
  }

  give(files: Record<string, GivenFile>): void {
    for (const [path, file] of Object.entries(files)) {
      const full = join(this.dir, path);
      if ("folder" in file) {
        mkdirSync(full, { recursive: true });
        continue;
      }
      mkdirSync(dirname(full), { recursive: true });
      rmSync(full, { recursive: true, force: true });
      if ("link" in file) symlinkSync(file.link, full);
      else if ("pipe" in file) execFileSync("mkfifo", [full]);
      else writeFileSync(full, "text" in file ? file.text : Buffer.from(file.bytes, "base64"));
    }
  }

  /**
   * Returns everything below the case's folder, by path relative to it, except what the testee's runtime leaves in
   * `tmp`.
   */
  snapshot(leaves: Record<string, string> = {}): Record<string, SeenFile> {
    const isLeft = matchesAny(Object.keys(leaves));
    // Without a prototype, because a file may be called `__proto__`.
    const seen: Record<string, SeenFile> = Object.create(null);
    const walk = (folder: string): void => {
      for (const entry of readdirSync(folder)) {
        const full = join(folder, entry);
        const stat = lstatSync(full);
        const path = relative(this.dir, full);
        if (dirname(path) === "tmp" && isLeft(entry)) continue;
        if (stat.isSymbolicLink()) seen[path] = { kind: "link", to: readlinkSync(full) };
        else if (stat.isFile()) seen[path] = { kind: "file", bytes: bytesOf(full, stat.size) };
        else if (stat.isDirectory()) {
          seen[path] = { kind: "folder" };
          walk(full);
        } else seen[path] = { kind: "other" };
      }
    };
    walk(this.dir);
    return seen;
  }

  /** Returns the names of files created next to the case's folder. */
  strays(): string[] {
    return readdirSync(this.#base).filter((name) => name !== "case" && name !== "kept");
  }

  remove(): void {
    rmSync(this.#base, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Hard links to each file: overwriting a file in place changes the content of its link, replacing the file does not.
 */
export class Witnesses {
  readonly #links: { path: string; link: string; bytes: string }[] = [];

  constructor(folder: CaseFolder, before: Record<string, SeenFile>) {
    for (const [path, file] of Object.entries(before)) {
      if (file.kind !== "file" || path.startsWith("code/")) continue;
      const link = join(folder.kept, `witness-${this.#links.length}`);
      rmSync(link, { force: true });
      linkSync(join(folder.dir, path), link);
      this.#links.push({ path, link, bytes: file.bytes });
    }
  }

  torn(): string[] {
    return this.#links
      .filter(({ link, bytes }) => existsSync(link) && bytesOf(link, bytes.length + 1) !== bytes)
      .map(({ path }) => path);
  }
}

/**
 * Returns the parent of the case folders: `TMPDIR` if it is set, otherwise a file system in memory if there is one. A flush
 * to disk takes about 10 ms; cases that expect one observe the system call, not the disk.
 */
function baseOf(): string {
  const inMemory = "/dev/shm";
  if (process.env.TMPDIR) return tmpdir();
  try {
    accessSync(inMemory, constants.W_OK | constants.X_OK);
    return inMemory;
  } catch {
    return tmpdir();
  }
}

/** Returns whether a name matches one of the patterns, in which `*` stands for any characters. */
function matchesAny(patterns: string[]): (name: string) => boolean {
  const parts = patterns.map((pattern) =>
    pattern
      .split("*")
      .map((text) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
      .join("[\\s\\S]*"),
  );
  const whole = new RegExp(`^(?:${parts.join("|")})$`);
  return (name) => parts.length > 0 && whole.test(name);
}

function bytesOf(path: string, size: number): string {
  if (size > largest) return `a file of ${size} bytes`;
  return readFileSync(path, "latin1");
}
