import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ScheduledBackups } from "../../src/backup/index.ts";
import { openStore } from "../../src/store/sqlite/database.ts";
import { ManualClock } from "../engine/manual-clock.ts";

let dataDir: string;
let backupDir: string;
let clock: ManualClock;
let backups: ScheduledBackups;
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), "botyard-scheduled-"));
  dataDir = join(folder, "data");
  backupDir = join(folder, "backups", "daily");
  await (await openStore(dataDir)).close();
  clock = new ManualClock("2027-01-05T10:00:00.000Z");
  open();
});
afterEach(async () => {
  await backups.stop();
  rmSync(join(dataDir, ".."), { recursive: true, force: true });
});

function open(more = {}): void {
  const settings = { dataDir, backupDir, backupSchedule: "0 3 * * *", backupKeep: 2, ...more };
  backups = new ScheduledBackups({ settings, clock, log: pino({ level: "silent" }) });
}
const made = () => (existsSync(backupDir) ? readdirSync(backupDir).sort() : []);
const hours = (count: number) => clock.pass(count * 60 * 60_000);
/** Lets time pass until the next one is due, and waits for it. */
async function next(): Promise<void> {
  const { last } = backups.state();
  while (Date.parse(backups.state().next_at!) > clock.now().getTime()) await hours(0.5);
  await vi.waitFor(() => expect(backups.state().last?.created_at).not.toBe(last?.created_at), 30_000);
  // Its thread has told of it before the platform knows that it has ended.
  const isArmed = () => Date.parse(backups.state().next_at!) > clock.now().getTime();
  await vi.waitFor(() => expect(isArmed()).toBe(true), 5_000);
}

test("the first is made a minute after the start, the next at the hour, and only the newest are kept", async () => {
  backups.start();
  expect(backups.state()).toEqual({ next_at: "2027-01-05T10:01:00.000Z" });
  await clock.pass(60_000);
  await vi.waitFor(() => expect(made()).toEqual(["botyard-2027-01-05T10-01-00Z.tar.gz"]), 30_000);
  await vi.waitFor(() => expect(backups.state().next_at).toBe("2027-01-06T03:00:00.000Z"), 5_000);
  writeFileSync(join(backupDir, "mine.tar.gz"), "");
  await next();
  await next();
  await vi.waitFor(
    () =>
      expect(made()).toEqual([
        expect.stringMatching(/^botyard-2027-01-06T03/),
        expect.stringMatching(/^botyard-2027-01-07T03/),
        "mine.tar.gz",
      ]),
    5_000,
  );
});

test("one that fell into the time when the platform did not run is made after its start, and no other", async () => {
  backups.start();
  await clock.pass(60_000);
  await vi.waitFor(() => expect(backups.state().last).toBeDefined(), 30_000);
  await backups.stop();
  open();
  backups.start();
  expect(backups.state().next_at).toBe("2027-01-06T03:00:00.000Z");
  await backups.stop();
  await hours(30);
  open();
  backups.start();
  expect(backups.state().next_at).toBe("2027-01-06T16:02:00.000Z");
});

test("one that fails is told until one succeeds, leaves nothing, and the last good one is still known", async () => {
  backups.start();
  await clock.pass(60_000);
  await vi.waitFor(() => expect(backups.state().last).toBeDefined(), 30_000);
  const { last } = backups.state();
  rmSync(backupDir, { recursive: true });
  writeFileSync(backupDir, "in the way");
  while (backups.state().failure === undefined) {
    await hours(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(backups.state()).toMatchObject({
    last,
    failure: expect.stringMatching(/^The backup of .+ failed: /),
  });
  rmSync(backupDir);
  mkdirSync(backupDir);
  await next();
  await vi.waitFor(() => expect(backups.state().failure).toBeUndefined(), 5_000);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("backup.partial"))).toEqual([]);
});

test("what killed backups left is removed: by the start in the data folder, by the next one beside the others", async () => {
  const left = join(dataDir, "backup.partial-1");
  mkdirSync(left);
  utimesSync(left, clock.now(), new Date(clock.now().getTime() - 25 * 60 * 60_000));
  mkdirSync(backupDir, { recursive: true });
  for (const name of ["botyard-2027-01-03T03-00-00Z.tar.gz.partial", "mine.partial"])
    writeFileSync(join(backupDir, name), "");
  backups.start();
  await vi.waitFor(() => expect(existsSync(left)).toBe(false), 5_000);
  await clock.pass(60_000);
  await vi.waitFor(
    () => expect(made()).toEqual(["botyard-2027-01-05T10-01-00Z.tar.gz", "mine.partial"]),
    30_000,
  );
});

test("one that is ended with the platform leaves nothing in the data folder", async () => {
  backups.start();
  await clock.pass(60_000);
  const temporary = join(dataDir, `backup.partial-${process.pid}`);
  await vi.waitFor(() => expect(existsSync(temporary)).toBe(true), { timeout: 30_000, interval: 1 });
  await backups.stop();
  expect(existsSync(temporary)).toBe(false);
});

test("without a folder none is made", () => {
  open({ backupDir: undefined });
  backups.start();
  expect(backups.state()).toEqual({});
});
