import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Clock,
  checksHere,
  type Parts,
  type Records,
  type Settings,
  Uploads,
} from "@botyard/server/operations";

/** Checks and stores packages as the platform does. Only while it is checked is an archive a file. */
export const uploads = (records: Records, clock: Clock, { runtimes }: Settings): Parts["uploads"] => ({
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
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});
