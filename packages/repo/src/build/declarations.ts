import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { bin, root } from "../root.ts";
import { run } from "../run/command.ts";
import type { PublishedPackage } from "./packages.ts";

/** Writes the declarations of every package into `dist`: those of its entries and those that they import. */
export async function buildDeclarations(packages: readonly PublishedPackage[]): Promise<void> {
  const entries = packages.map(({ folder }) => entriesOf(join(root, folder)));
  await compile();
  // tsc goes by its build info, not by the files in the folder: it does not write removed files again.
  if (entries.some((files) => reachable(files).missing)) await compile("--force");
  for (const [index, { folder }] of packages.entries()) {
    const dist = join(root, folder, "dist");
    const { files } = reachable(entries[index]!);
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

/** Returns the declarations that a package's `exports` name. */
function entriesOf(folder: string): string[] {
  const { publishConfig } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    publishConfig: { exports: Record<string, { types: string }> };
  };
  return Object.values(publishConfig.exports).map(({ types }) => join(folder, types));
}

/** Returns these declarations and those that they import, and whether one of them is missing. */
function reachable(entries: readonly string[]): { files: Set<string>; missing: boolean } {
  const files = new Set(entries);
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
