import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { buildDashboard } from "./dashboard.ts";
import { buildDeclarations } from "./declarations.ts";
import { type PublishedPackage, publishedPackages } from "./packages.ts";
import { inEach } from "./pnpm.ts";
import { buildSourceDistribution } from "./python.ts";

/** Builds the published packages into their `dist`, and both SDKs into `packages/cli/sdks`. */
export async function buildPackages(): Promise<PublishedPackage[]> {
  const packages = publishedPackages();
  const others = packages.filter(({ folder }) => folder !== "packages/dashboard");
  await buildDeclarations(others);
  await Promise.all([buildDashboard(), inEach(others, "run", "build")]);
  return packages;
}

/**
 * Packs every published archive into `folder`: the npm tarball of each package, and the wheel and source distribution
 * of the Python SDK. The Node SDK's tarball and the wheel are the files that the command line includes.
 *
 * @param tools `bin` of a virtual environment with the tools of the Python SDK
 * @returns the file names, sorted
 */
export async function packArchives(
  packages: readonly PublishedPackage[],
  tools: string,
  folder: string,
): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const carried = join(root, "packages", "cli", "sdks");
  for (const name of readdirSync(carried)) copyFileSync(join(carried, name), join(folder, name));
  const others = packages.filter(({ folder }) => folder !== "sdks/node");
  await inEach(others, "pack", "--pack-destination", folder);
  await buildSourceDistribution(tools, folder);
  return readdirSync(folder).sort();
}
