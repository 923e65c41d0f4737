import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * Files and folders of the repository, relative to its root, or with `*` in front the end of paths. With `!` in front, they
 * are left out of what stands before: `["packages/core", "!*.test.ts"]`.
 */
export type Inputs = readonly string[];

/** Returns a function that tells whether a file belongs to the inputs. The last entry that names it decides. */
export function matcherOf(inputs: Inputs): (path: string) => boolean {
  const entries = inputs.map((entry) => {
    const isLeftOut = entry.startsWith("!");
    const named = isLeftOut ? entry.slice(1) : entry;
    return { isLeftOut, named, folder: `${named}/`, end: named.startsWith("*") ? named.slice(1) : undefined };
  });
  return (path) => {
    const last = entries.findLast(({ named, folder, end }) =>
      end === undefined ? path === named || path.startsWith(folder) : path.endsWith(end),
    );
    return last !== undefined && !last.isLeftOut;
  };
}

export const isInput = (inputs: Inputs, path: string): boolean => matcherOf(inputs)(path);

/** The files of a working copy, each with a digest of its content: those of git, and new ones that it does not ignore. */
export class Sources {
  readonly #digests = new Map<string, string>();

  /** @param folders only those in these folders */
  constructor(root: string, folders: readonly string[] = []) {
    const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...folders];
    const paths = execFileSync("git", list, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
    // Another repository in the working copy, such as one of `git worktree`, is listed as a folder.
    const files = paths.split("\0").filter((path) => path !== "" && !path.endsWith("/"));
    for (const path of files.sort()) {
      const content = contentOf(join(root, path));
      if (content !== undefined) this.#digests.set(path, createHash("sha256").update(content).digest("hex"));
    }
  }

  get paths(): string[] {
    return [...this.#digests.keys()];
  }

  /** Returns a digest of the paths and contents of the inputs, and of what else a result depends on. */
  digest(inputs: Inputs, also: string): string {
    const isOne = matcherOf(inputs);
    const lines = [also];
    for (const [path, digest] of this.#digests) if (isOne(path)) lines.push(`${path}\0${digest}`);
    return createHash("sha256").update(lines.join("\n")).digest("hex");
  }
}

/** The mode is part of the content: a script that cannot be executed is another one. */
function contentOf(path: string): Buffer | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) return Buffer.from(`link ${readlinkSync(path)}`);
  return Buffer.concat([Buffer.from(found.mode & 0o100 ? "x" : "-"), readFileSync(path)]);
}
