import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../root.ts";

const folder = join(root, "packages", "dashboard");
const built = join(folder, "dist");
const sources = [
  ...["index.html", "package.json", "paths.js", "vite.config.ts", "src"].map((name) => join(folder, name)),
  join(root, "packages", "client", "src"),
  join(root, "pnpm-lock.yaml"),
];

/**
 * Builds the dashboard if its sources have changed since. The result is complete or absent: it is built in a folder beside
 * and renamed, so builds at the same time do not disturb each other.
 */
export async function buildDashboard(): Promise<void> {
  const wanted = contentOf(sources);
  const stamp = join(built, "sources.sha256");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const fresh = join(folder, `dist.${process.pid}`);
  try {
    const vite = join(folder, "node_modules", "vite", "bin", "vite.js");
    await promisify(execFile)(process.execPath, [vite, "build", "--logLevel", "warn", "--outDir", fresh], {
      cwd: folder,
      // Under the test runner it would be "test", and the build would name folders of this machine.
      env: { ...process.env, NODE_ENV: "production" },
    });
    mkdirSync(fresh, { recursive: true });
    writeFileSync(join(fresh, "sources.sha256"), wanted);
    rmSync(built, { recursive: true, force: true });
    renameSync(fresh, built);
  } catch (error) {
    // Another build of the same sources has just ended.
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
    throw new Error(`Cannot build the dashboard: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function contentOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  const add = (path: string): void => {
    const entries = path.endsWith("src") ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
    const files =
      entries.length === 0
        ? [path]
        : entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    for (const file of files.sort()) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  };
  for (const path of paths) add(path);
  return hash.digest("hex");
}
