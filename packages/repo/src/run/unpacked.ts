import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { hidden } from "../root.ts";
import { type Ended, run } from "./command.ts";

/** Where the gate unpacks Debian packages that it does not install. */
const programs = join(hidden, "programs");

/** Returns PATH with the folders of unpacked programs behind all others: an installed program takes precedence. */
export function withUnpacked(path = "", folder: string = programs): string {
  const own = ["usr/sbin", "usr/bin"].map((name) => join(folder, name));
  return [...new Set([...path.split(delimiter).filter(Boolean), ...own])].join(delimiter);
}

/**
 * Downloads Debian packages, and those that they depend on and that are not installed, and unpacks their files. Runs none of
 * their scripts.
 */
export async function unpack(aptPackages: readonly string[], folder: string = programs): Promise<Ended> {
  mkdirSync(folder, { recursive: true });
  const downloads = mkdtempSync(join(folder, "download-"));
  try {
    const only = ["--download-only", "--reinstall", "--no-install-recommends"];
    const into = ["-o", `Dir::Cache::archives=${downloads}`];
    const fetched = await run("apt-get", ["install", "-y", ...only, ...into, ...aptPackages], {
      quiet: true,
    });
    if (fetched.code !== 0) return fetched;
    for (const file of readdirSync(downloads).filter((name) => name.endsWith(".deb"))) {
      const unpacked = await run("dpkg-deb", ["--extract", join(downloads, file), folder], { quiet: true });
      if (unpacked.code !== 0) return unpacked;
    }
    return fetched;
  } finally {
    rmSync(downloads, { recursive: true });
  }
}
