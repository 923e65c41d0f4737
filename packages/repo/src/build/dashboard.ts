import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../root.ts";
import { buildByContent } from "./by-content.ts";

const folder = join(root, "packages", "dashboard");
const sources = [
  ...["index.html", "package.json", "paths.js", "vite.config.ts", "src"].map((name) => join(folder, name)),
  ...["client", "core", "manifest"].map((name) => join(root, "packages", name, "src")),
  join(root, "pnpm-lock.yaml"),
];

/** Builds the dashboard if its sources have changed since. */
export async function buildDashboard(): Promise<void> {
  try {
    await buildByContent({ built: join(folder, "dist"), sources, make });
  } catch (error) {
    throw new Error(`Cannot build the dashboard: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

async function make(fresh: string): Promise<void> {
  const vite = join(folder, "node_modules", "vite", "bin", "vite.js");
  await promisify(execFile)(process.execPath, [vite, "build", "--logLevel", "warn", "--outDir", fresh], {
    cwd: folder,
    // Under the test runner it would be "test", and the build would name folders of this machine.
    env: { ...process.env, NODE_ENV: "production" },
  });
}
