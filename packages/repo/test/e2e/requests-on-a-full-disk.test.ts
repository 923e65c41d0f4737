import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TestPlatform } from "../../src/drive/platform.ts";
import { canMount, SmallDisk } from "../../src/drive/small-disk.ts";
import { expectEffects, instance, type Keyed, run, send, trader } from "./keyed.ts";

/** Writes to a file until nothing more fits on its disk. */
function fill(path: string): void {
  const file = openSync(path, "w");
  const piece = Buffer.alloc(64 * 1024);
  try {
    for (let size = piece.length; size > 0; ) {
      try {
        writeSync(file, piece, 0, size);
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}

test("A request that is repeated with its key has its effect once, also while the disk is full", async ({
  skip,
}) => {
  skip(!canMount(), "only root can mount a disk");
  const disk = new SmallDisk(64 * 1024 * 1024);
  const platform = new TestPlatform({ data: join(disk.dir, "data") });
  try {
    // Without a reserve, commits fail as well.
    await platform.start([], { PLATFORM_RESERVE_BYTES: "0" });
    await platform.upload({ name: "trader", type: "scheduled", bot: trader });
    const bot = await platform.create(instance("trader"));
    const sent: Keyed[] = [];
    let refusals = 0;
    const filler = join(disk.dir, "filler");
    for (let round = 0; round < 3; round++) {
      const requests = Array.from({ length: 12 }, () => run(bot));
      sent.push(...requests);
      // Some requests come before the disk is full, and some after.
      const early = requests.slice(0, 4).map((request) => send(platform, request));
      fill(filler);
      await Promise.all(early);
      for (const request of [...sent, ...sent])
        if ((await send(platform, request)) === "disk_full") refusals += 1;
      rmSync(filler, { force: true });
      for (const request of sent) await send(platform, request);
    }
    expect(refusals, "the disk was not full").toBeGreaterThan(0);
    // What a bot says on a full disk may be lost.
    const last = run(bot);
    await send(platform, last);
    await expectEffects(platform, bot, [...sent, last].map(({ id }) => id) as string[], [last.id!]);
  } finally {
    await platform.close();
    disk.close();
  }
});
