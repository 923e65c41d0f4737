import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Clock,
  checksHere,
  type Parts,
  type Records,
  removeUnpacked,
  type Settings,
  Uploads,
} from "@botyard/server/operations";

/** Checks and stores packages as the platform does. Only while it is checked, an archive and its code are on the disk. */
export const uploads = (records: Records, clock: Clock, { runtimes }: Settings): Parts["uploads"] => ({
  remove: (...version) => new Uploads(records, checksHere, clock, nowhere(runtimes)).remove(...version),

  async take(ownerId, body, limit, expectedSha256) {
    const dataDir = await mkdtemp(join(tmpdir(), "botyard-mock-"));
    try {
      return await new Uploads(records, checksHere, clock, { dataDir, runtimes }).take(
        ownerId,
        body,
        limit,
        expectedSha256,
      );
    } finally {
      await removeUnpacked(dataDir);
    }
  },
});

/** A data folder that does not exist, because the mock keeps no archives. */
const nowhere = (runtimes: Settings["runtimes"]) => ({
  dataDir: join(tmpdir(), "botyard-mock-nothing"),
  runtimes,
});
