import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Clock,
  checksHere,
  type Engine,
  type Parts,
  removeUnpacked,
  type ServiceStore,
  type Settings,
  storedPackages,
  Uploads,
} from "@botyard/server/building-blocks";

/** Checks and stores packages as the platform does, in a folder that is removed with the mock. */
export function uploads(
  store: ServiceStore,
  clock: Clock,
  settings: Settings,
  target: Engine["target"],
): Parts["uploads"] & { close(): Promise<void> } {
  let folder: Promise<string> | undefined;
  let made: Promise<Uploads> | undefined;
  const within = async () => {
    folder ??= mkdtemp(join(tmpdir(), "botyard-mock-"));
    made ??= folder.then((dataDir) => {
      const { files, checks } = storedPackages({ store, checks: checksHere, dataDir, clock });
      return new Uploads({ store, checks, files, clock, settings: { ...settings, dataDir }, target });
    });
    return made;
  };
  return {
    remove: async (...version) => (await within()).remove(...version),
    take: async (...upload) => (await within()).take(...upload),
    takeList: async (...upload) => (await within()).takeList(...upload),
    takeFiles: async (...upload) => (await within()).takeFiles(...upload),
    async close() {
      if (folder) await removeUnpacked(await folder);
    },
  };
}
