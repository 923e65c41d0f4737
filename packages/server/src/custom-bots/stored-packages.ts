import type { Checks } from "@botyard/manifest";
import type { Logger } from "pino";
import type { KeptBlobs } from "../blobs/blobs.ts";
import type { Clock } from "../clock.ts";
import type { ServiceStore } from "../store/index.ts";
import { ArchivedPackages } from "./archived-packages.ts";
import { PackageFiles } from "./package-files.ts";

/** The packages of a data folder. */
export interface StoredPackages {
  checks: Checks;
  files: PackageFiles;
  archived: ArchivedPackages;
}

/** Returns the packages of a data folder. All changes must go through one of these. */
export function storedPackages(parts: {
  store: ServiceStore;
  checks: Checks;
  dataDir: string;
  clock: Clock;
  log?: Logger | undefined;
  /** Where contents are kept (default: only in the data folder). */
  blobs?: KeptBlobs | undefined;
}): StoredPackages {
  const files = new PackageFiles(parts);
  return { checks: parts.checks, files, archived: new ArchivedPackages({ ...parts, files }) };
}
