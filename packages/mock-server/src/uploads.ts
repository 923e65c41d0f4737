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
  Uploads,
} from "@botyard/server/building-blocks";

/** Checks and stores packages as the platform does. Only while it is checked, an archive and its code are on the disk. */
export function uploads(
  store: ServiceStore,
  clock: Clock,
  settings: Settings,
  target: Engine["target"],
): Parts["uploads"] {
  const within = (dataDir: string) => new Uploads(store, checksHere, clock, { ...settings, dataDir }, target);
  return {
    // The folder does not exist, because the mock keeps no archives.
    remove: (...version) => within(join(tmpdir(), "botyard-mock-nothing")).remove(...version),

    async take(...upload) {
      const dataDir = await mkdtemp(join(tmpdir(), "botyard-mock-"));
      try {
        return await within(dataDir).take(...upload);
      } finally {
        await removeUnpacked(dataDir);
      }
    },
  };
}
