import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * Files and folders of the repository, relative to its root, or with `*` in front the end of paths. With `!` in front, they
 * are left out of what stands before: `["packages/core", "!*.test.ts"]`.
 */
export type Inputs = readonly string[];

/** Whether a file belongs to the inputs. The last entry that names it decides. */
export function isInput(inputs: Inputs, path: string): boolean {
  const last = inputs.findLast((entry) => {
    const named = entry.replace(/^!/, "");
    if (named.startsWith("*")) return path.endsWith(named.slice(1));
    return path === named || path.startsWith(`${named}/`);
  });
  return last !== undefined && !last.startsWith("!");
}

/** The files of a working copy, each with a digest of its content: those of git, and new ones that it does not ignore. */
export class Sources {
  readonly #digests = new Map<string, string>();

  constructor(root: string) {
    const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const paths = execFileSync("git", list, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
    for (const path of paths.split("\0").filter(Boolean).sort()) {
      const content = contentOf(join(root, path));
      if (content !== undefined) this.#digests.set(path, createHash("sha256").update(content).digest("hex"));
    }
  }

  get paths(): string[] {
    return [...this.#digests.keys()];
  }

  /** Returns a digest of the paths and contents of the inputs, and of what else a result depends on. */
  digest(inputs: Inputs, also: string): string {
    const hash = createHash("sha256").update(`${also}\n`);
    for (const [path, digest] of this.#digests)
      if (isInput(inputs, path)) hash.update(`${path}\0${digest}\n`);
    return hash.digest("hex");
  }
}

/** The mode is part of the content: a script that cannot be executed is another one. */
function contentOf(path: string): Buffer | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) return Buffer.from(`link ${readlinkSync(path)}`);
  return Buffer.concat([Buffer.from(found.mode & 0o100 ? "x" : "-"), readFileSync(path)]);
}
