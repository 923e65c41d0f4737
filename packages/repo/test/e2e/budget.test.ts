import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TestPlatform, until } from "../../src/drive/platform.ts";
import { canMount, SmallDisk } from "../../src/drive/small-disk.ts";

const mib = 1024 * 1024;
const budget = 48 * mib;

/** Fills one of its places while `BOT_CONFIG` names it. */
const greedy = `
import { appendFileSync, closeSync, openSync, rmSync, writeSync } from "node:fs";
const { STATE_DIR, TMPDIR, RESULT_PATH, BOT_CONFIG } = process.env;
const { place } = JSON.parse(BOT_CONFIG);
const piece = Buffer.alloc(1024 * 1024, "x");
const file = TMPDIR + "/held";
const held = openSync(file, "w");
rmSync(file);
const places = {
  state: () => appendFileSync(STATE_DIR + "/trades.json", piece),
  "temporary files": () => appendFileSync(TMPDIR + "/cache", piece),
  "output without line feeds": () => writeSync(1, piece),
  "a removed file": () => writeSync(held, piece),
};
setInterval(() => { try { places[place]?.(); } catch {} }, 5);
`;

/** Writes its state again and again, and counts the writes that failed. */
const careful = `
import { renameSync, writeFileSync, writeSync } from "node:fs";
let written = 0, refused = 0, last = "";
setInterval(() => {
  try {
    writeFileSync(process.env.STATE_DIR + "/.tmp-n", String(++written));
    renameSync(process.env.STATE_DIR + "/.tmp-n", process.env.STATE_DIR + "/n.json");
  } catch (error) { refused++; last = String(error); }
  if (written % 20 === 0) writeSync(1, JSON.stringify({ _metric: "writes", timestamp: new Date().toISOString(), data: { written, refused, last } }) + "\\n");
}, 10);
`;

/** Starts processes that start processes. */
const bomb = `
import { spawn } from "node:child_process";
const more = () => { const child = spawn("/bin/sh", ["-c", "b() { b & b & wait; }; b"], { stdio: "ignore" }); child.on("error", () => {}); };
setInterval(more, 1);
`;

interface Shown {
  status: string;
  reason?: string;
  detail?: string;
}

interface Usage {
  processes: { used: number | null; limit: number };
}

let platform: TestPlatform;
const show = (bot: string) => platform.get<Shown>(`/bots/${bot}`);
const killedFor = (bot: string, what: string) =>
  until(async () => {
    const { detail } = await show(bot);
    return detail?.includes(what) && detail;
  });

describe.runIf(canMount())("on a small disk", () => {
  let disk: SmallDisk;
  beforeEach(async () => {
    // A busy machine measures late, and meanwhile a bot writes up to 200 MB a second.
    disk = new SmallDisk(4096 * mib);
    platform = new TestPlatform({ data: `${disk.dir}/data` });
    await platform.start([], { PLATFORM_BOT_DISK_BYTES: String(budget) });
  });
  afterEach(async () => {
    try {
      await platform.close();
    } finally {
      disk.close();
    }
  });

  test("a bot that fills the disk is killed for its own budget, no other bot is affected, and deleting it gives the space back", {
    timeout: 180_000,
  }, async () => {
    await platform.upload({ name: "greedy", type: "realtime", bot: greedy });
    await platform.upload({ name: "careful", type: "realtime", bot: careful });
    const witness = await platform.create({ name: "witness", type: "realtime/careful" });
    await platform.waitFor(witness, "running");
    const before = disk.free;
    const places = ["state", "temporary files", "output without line feeds", "a removed file"];
    const bots: string[] = [];
    for (const place of places) {
      const name = `greedy-${bots.length}`;
      const bot = await platform.create({ name, type: "realtime/greedy", config: { place } });
      bots.push(bot);
      const detail = await killedFor(bot, "disk space");
      expect(detail).toMatch(
        /used [\d.]+ MiB of disk space; the limit is 48 MiB \(resources.disk of the bot, else PLATFORM_BOT_DISK_BYTES\)/,
      );
    }
    const { items } = await platform.get<{ items: { data: { written: number } }[] }>(
      `/bots/${witness}/metrics/latest`,
    );
    expect(items[0]?.data.written).toBeGreaterThan(0);
    expect(items[0]?.data, "no write of another bot failed").toMatchObject({ refused: 0, last: "" });
    for (const bot of bots) expect((await platform.call("DELETE", `/bots/${bot}`)).status).toBeLessThan(300);
    await until(async () => disk.free > before - 16 * mib);
    expect((await show(witness)).status).toBe("running");
  });
});

describe("a fork bomb", () => {
  beforeEach(async () => {
    platform = new TestPlatform();
    await platform.start();
  });
  afterEach(() => platform.close());

  test("gets no more processes than its limit, and the API answers meanwhile", {
    timeout: 120_000,
  }, async () => {
    await platform.upload({ name: "bomb", type: "realtime", bot: bomb });
    await platform.upload({ name: "careful", type: "realtime", bot: careful });
    const witness = await platform.create({ name: "witness", type: "realtime/careful" });
    await platform.waitFor(witness, "running");
    const bot = await platform.create({ name: "bomb", type: "realtime/bomb" });
    await platform.waitFor(bot, "running");
    const used: number[] = [];
    for (let n = 0; n < 12; n++) {
      const { processes } = await platform.get<Usage>(`/bots/${bot}/usage`);
      used.push(processes.used ?? 0);
    }
    expect(Math.max(...used)).toBeGreaterThan(40);
    expect(Math.max(...used)).toBeLessThanOrEqual(128);
    expect((await show(witness)).status).toBe("running");
    expect((await platform.call("POST", `/bots/${bot}/stop`)).status).toBeLessThan(300);
    await platform.waitFor(bot, "stopped,failed");
  });
});
