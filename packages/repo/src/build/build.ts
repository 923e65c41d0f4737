import { mkdirSync } from "node:fs";
import { buildDeclarations } from "./declarations.ts";
import { type PublishedPackage, publishedPackages } from "./packages.ts";
import { inEach } from "./pnpm.ts";

/** Builds what the npm registry gets, into each package's `dist`; the command line carries both SDKs. */
export async function buildPackages(): Promise<PublishedPackage[]> {
  const packages = publishedPackages();
  await buildDeclarations(packages);
  await inEach(packages, "run", "build");
  return packages;
}

/** Packs every built package as the registry will get it: `<folder>/botyard-<name>-<version>.tgz`. */
export async function packPackages(packages: readonly PublishedPackage[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await inEach(packages, "pack", "--pack-destination", folder);
}
