import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

export interface Build {
  /** Folder of the result. */
  built: string;
  /** Files and folders that the result depends on. */
  sources: readonly string[];
  /** Returns what else it depends on. */
  also?: () => string;
  /** Writes the result into an empty folder beside. */
  make(fresh: string): Promise<void>;
}

/**
 * Builds what has changed since it was built. The result is complete or absent: it is built in a folder beside and renamed,
 * so builds at the same time do not disturb each other.
 */
export async function buildByContent({ built, sources, also = () => "", make }: Build): Promise<void> {
  const contentNow = () => contentOf(sources, also());
  const wanted = contentNow();
  const stamp = join(built, "sources.sha256");
  const isCurrent = () => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
  if (isCurrent()) return;
  const fresh = `${built}.${process.pid}`;
  try {
    mkdirSync(fresh, { recursive: true });
    await make(fresh);
    // Another process has built the same meanwhile, and may be reading it.
    if (isCurrent()) return;
    // Of sources that have changed meanwhile it may contain both states.
    if (contentNow() === wanted) writeFileSync(join(fresh, "sources.sha256"), wanted);
    // A build that another process has put there since is not removed: renaming then fails.
    if (!isCurrent()) rmSync(built, { recursive: true, force: true });
    renameSync(fresh, built);
  } catch (error) {
    // Another build of the same sources has just ended.
    if (!isCurrent()) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function contentOf(paths: readonly string[], also: string): string {
  const hash = createHash("sha256").update(also);
  for (const path of paths)
    for (const file of filesOf(path).sort())
      hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

function filesOf(path: string): string[] {
  if (!path.endsWith("src")) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));
}
