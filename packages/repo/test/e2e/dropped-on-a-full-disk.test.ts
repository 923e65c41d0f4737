import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TestPlatform, until } from "../../src/drive/platform.ts";
import { canMount, SmallDisk } from "../../src/drive/small-disk.ts";
import { Teller } from "./teller.ts";

const mib = 1024 * 1024;

// With PostgreSQL, the records are on another disk.
describe.runIf(canMount())("on a full disk, no output of a bot is lost without being reported:", () => {
  let disk: SmallDisk;
  let platform: TestPlatform;
  let teller: Teller;
  beforeEach(async () => {
    disk = new SmallDisk(96 * mib);
    platform = new TestPlatform({ data: join(disk.dir, "data") });
    teller = new Teller(platform);
    await platform.start([], { PLATFORM_BOT_CPUS: "64" });
  });
  afterEach(async () => {
    try {
      await platform.close();
    } finally {
      disk.close();
    }
  });
  const filler = () => join(disk.dir, "filler");
  const fill = (left: number) => writeFileSync(filler(), Buffer.alloc(disk.free - left));

  test("while the disk is full metrics wait in their file, and all are stored once there is room", async () => {
    const id = await teller.bot(
      "realtime",
      `go(); write(many(60000, (n) => metric("tick", { n }))); stay();`,
    );
    await platform.waitFor(id, "running");
    fill(20 * mib);
    teller.release(id);
    await until(async () => (await platform.call("POST", "/api-keys", { name: "more" })).status === 507);
    const { total } = await teller.metrics(id);
    expect(total).toBeLessThan(60_000);
    rmSync(filler());
    await until(async () => (await teller.metrics(id, "/latest")).items[0]?.data.n === 59_999);
    expect(await teller.metrics(id)).toMatchObject({ total: 60_000, dropped: 0 });
    expect(await teller.dropped(id)).toEqual({ metrics: 0, log_lines: 0 });
  });

  test("a large result that does not fit on the disk makes the run an error, a small one is stored", async () => {
    const code = (bytes: number) => `
      import { writeFileSync } from "node:fs";
      const hold = process.env.STATE_DIR + "/hold";
      writeFileSync(process.env.RESULT_PATH, '{"x":"' + "y".repeat(${bytes}) + '"}');
      writeFileSync(hold, "");
      while (existsSync(hold)) pause(10);`;
    const ids: string[] = [];
    for (const [name, bytes] of Object.entries({ large: 900_000, small: 100 })) {
      ids.push(await teller.bot("scheduled", code(bytes), name));
    }
    const holds = ids.map((id) => join(platform.data, "bots", id, "state", "hold"));
    const runs = Promise.all(ids.map((id) => teller.run(id)));
    await until(async () => holds.every((path) => existsSync(path)));
    fill(mib);
    await until(async () => (await platform.call("POST", "/api-keys", { name: "more" })).status === 507);
    for (const path of holds) rmSync(path);
    expect(await runs).toMatchObject([
      { status: "error", detail: "The result of 900008 bytes was not stored: the disk is full." },
      { status: "success", result: { x: "y".repeat(100) } },
    ]);
    rmSync(filler());
    const ended = async (id: string) =>
      (await teller.log(id)).some(({ message }) => message.startsWith("Run ended"));
    for (const id of ids) await until(() => ended(id));
  });
});
