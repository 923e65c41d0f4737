import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { join } from "node:path";
import { trackedPaths } from "./tracked.ts";

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
  readonly #touched = new Map<string, number>();

  /** @param folders only those in these folders */
  constructor(root: string, folders: readonly string[] = []) {
    for (const path of trackedPaths(root, folders)) {
      const found = lstatSync(join(root, path), { throwIfNoEntry: false });
      if (found === undefined) continue;
      const content = contentOf(join(root, path), found);
      this.#digests.set(path, createHash("sha256").update(content).digest("hex"));
      this.#touched.set(path, found.ctimeMs);
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

  /** Returns whether one of the inputs has been written or replaced since, in milliseconds, even by the same content. */
  isTouched(inputs: Inputs, since: number): boolean {
    const isOne = matcherOf(inputs);
    return [...this.#touched].some(([path, at]) => at >= since && isOne(path));
  }
}

/** The mode is part of the content: a script that cannot be executed is another one. */
function contentOf(path: string, found: Stats): Buffer {
  if (found.isSymbolicLink()) return Buffer.from(`link ${readlinkSync(path)}`);
  return Buffer.concat([Buffer.from(found.mode & 0o100 ? "x" : "-"), readFileSync(path)]);
}
