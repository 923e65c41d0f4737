import { execFileSync } from "node:child_process";

/**
 * Returns the paths of a working copy that git tracks or would add, sorted; with `folders`, only those in them. A tracked file
 * may be missing. Another repository in the working copy, such as one of `git worktree`, is listed as a folder and left out.
 */
export function trackedPaths(root: string, folders: readonly string[] = []): string[] {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...folders];
  const listed = execFileSync("git", list, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return listed
    .split("\0")
    .filter((path) => path !== "" && !path.endsWith("/"))
    .sort();
}
