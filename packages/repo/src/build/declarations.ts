import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { bin, root } from "../root.ts";
import { run } from "../run/command.ts";
import type { PublishedPackage } from "./packages.ts";

/** Writes the declarations of every package into `dist`: those that its `index.d.ts` imports, and no others. */
export async function buildDeclarations(packages: readonly PublishedPackage[]): Promise<void> {
  const dists = packages.map(({ folder }) => join(root, folder, "dist"));
  await compile();
  // tsc goes by its build info, not by the files in the folder: it does not write removed files again.
  if (dists.some((dist) => reachable(dist).missing)) await compile("--force");
  for (const dist of dists) {
    const { files } = reachable(dist);
    for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && file.endsWith(".d.ts") && !files.has(file)) rmSync(file);
    }
  }
}

async function compile(...options: string[]): Promise<void> {
  const { code, output } = await run(bin("tsc"), ["-b", ...options], { quiet: true });
  if (code !== 0) throw new Error(`Cannot build the declarations; output of tsc:\n${output.trimEnd()}`);
}

const relativeImport = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)\.ts"/g;

/** Returns `index.d.ts` and the declarations that it imports, and whether one of them is missing. */
function reachable(dist: string): { files: Set<string>; missing: boolean } {
  const files = new Set([join(dist, "index.d.ts")]);
  let missing = false;
  for (const file of files) {
    if (!existsSync(file)) {
      missing = true;
      continue;
    }
    for (const [, path] of readFileSync(file, "utf8").matchAll(relativeImport))
      files.add(join(dirname(file), `${path}.d.ts`));
  }
  return { files, missing };
}
