import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { bin, root } from "../root.ts";
import { run } from "../run/command.ts";
import type { PublishedPackage } from "./packages.ts";

/** Writes `dist/**.d.ts` of every package: those that its surface leads to, and no other. */
export async function buildDeclarations(packages: readonly PublishedPackage[]): Promise<void> {
  const dists = packages.map(({ folder }) => join(root, folder, "dist"));
  await compile();
  // tsc goes by its own notes, not by what is in the folder: what was removed it does not write again.
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
  if (code !== 0) throw new Error(`The declarations could not be built; tsc says:\n${output.trimEnd()}`);
}

const relativeImport = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)\.ts"/g;

/** The declarations that `index.d.ts` leads to, itself included, and whether one of them is not there. */
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
