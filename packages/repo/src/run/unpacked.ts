import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { hidden } from "../root.ts";
import { type Ended, run } from "./command.ts";
import type { Toolchain } from "./toolchains.ts";

/** Where the gate unpacks Debian packages that it does not install. */
const programs = join(hidden, "programs");

/**
 * A program of a Debian package that starts a service when it is installed. The gate unpacks the package instead.
 *
 * @param proof arguments with which it succeeds and says its version
 */
const ofService = (name: string, aptPackage: string, ...proof: string[]): Toolchain => ({
  name,
  aptPackages: [aptPackage],
  unpacks: true,
  isThere: async () => (await run(name, proof, { quiet: true })).code === 0,
  version: async () => (await run(name, proof, { quiet: true })).output,
});

/** Proxies that are put in front of the platform. */
export const proxies = [ofService("nginx", "nginx", "-v"), ofService("caddy", "caddy", "version")];
/** Checks the alert rules for Prometheus. */
export const promtool = ofService("promtool", "prometheus", "--version");

/** Returns PATH with the folders of unpacked programs behind all others: an installed program takes precedence. */
export function withUnpacked(path = "", folder: string = programs): string {
  const own = ["usr/sbin", "usr/bin"].map((name) => join(folder, name));
  return [...new Set([...path.split(delimiter).filter(Boolean), ...own])].join(delimiter);
}

/** Downloads Debian packages and unpacks their files. Runs none of their scripts. */
export async function unpack(aptPackages: readonly string[], folder: string = programs): Promise<Ended> {
  mkdirSync(folder, { recursive: true });
  const downloads = mkdtempSync(join(folder, "download-"));
  try {
    const fetched = await run("apt-get", ["download", ...aptPackages], { cwd: downloads, quiet: true });
    if (fetched.code !== 0) return fetched;
    for (const file of readdirSync(downloads)) {
      const unpacked = await run("dpkg-deb", ["--extract", join(downloads, file), folder], { quiet: true });
      if (unpacked.code !== 0) return unpacked;
    }
    return fetched;
  } finally {
    rmSync(downloads, { recursive: true });
  }
}
