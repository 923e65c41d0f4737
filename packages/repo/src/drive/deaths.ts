import { join } from "node:path";
import { TestPlatform } from "./platform.ts";
import { canMount, SmallDisk } from "./small-disk.ts";

/** A platform, and a way in which it dies without a chance to clean up. */
export interface Mortal {
  platform: TestPlatform;
  die(): Promise<void>;
  close(): Promise<void>;
}

const diskBytes = 512 * 1024 * 1024;

/** The ways in which a platform dies, by the words of a sentence: "the platform was …". */
export const deaths: Record<string, { whyNot?: () => string | undefined; open: () => Mortal }> = {
  killed: {
    open() {
      const platform = new TestPlatform();
      return { platform, die: () => platform.end("SIGKILL"), close: () => platform.close() };
    },
  },
  "cut off from its power": {
    whyNot: () => (canMount() ? undefined : "only root can mount a disk"),
    open() {
      const disk = new SmallDisk(diskBytes);
      const platform = new TestPlatform({ data: join(disk.dir, "data") });
      return {
        platform,
        async die() {
          await platform.end("SIGKILL");
          await disk.cutPower();
        },
        async close() {
          await platform.close();
          disk.close();
        },
      };
    },
  },
};
