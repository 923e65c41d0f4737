import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { FailedLooks, InFlight } from "../src/executors/process/storage/obstacles.ts";
import type { Launch } from "../src/index.ts";
import { offeredIsolations, openWorkshop, textOf, type Workshop } from "./workshop.ts";

const mib = 1 << 20;
const limits = { memoryBytes: 128 * mib, processes: 40, cpus: 2, openFiles: 256, diskBytes: 16 * mib };
const offered = await offeredIsolations();

/** Writes a large file that has no name, whose descriptor is `file`. */
const write = `
import mmap, os, socket, time
path = os.environ["TMPDIR"] + "/a"
file = os.open(path, os.O_RDWR | os.O_CREAT)
os.write(file, b"x" * SIZE)
os.unlink(path)`;

describe.each(offered)("in isolation %s, a bot that closes a removed file", (isolation) => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop(isolation);
  });
  afterAll(() => workshop.close());

  const run = async (bytes: number, program: string) => {
    const source = `${write}${program}\nos.close(file)\ntime.sleep(120)`.replace("SIZE", `${bytes}`);
    return workshop.start(`exec python3 -c '${source}'`, { limits });
  };
  const limitOf = async (launch: Launch, skip: (isSkipped: boolean, why: string) => void) => {
    const { limit } = await launch.ended;
    skip(/not found/.test(textOf(launch.files.stderr)), "python3 is not installed");
    return limit;
  };

  it.skipIf(process.getuid?.() !== 0 || isolation === "none")(
    "is killed if it has mapped more than its limit of disk space",
    async ({ skip }) => {
      const launch = await run(24 * mib, "\npart = mmap.mmap(file, 4096)");
      expect(await limitOf(launch, skip)).toMatchObject({ name: "disk", allowed: 16 * mib });
    },
  );

  // One isolation is enough: it takes half a minute.
  it.skipIf(isolation !== offered[0])(
    "is killed if it has sent it over a socket that nobody reads",
    async ({ skip }) => {
      const launch = await run(
        mib,
        "\nsent, kept = socket.socketpair()\nsocket.send_fds(sent, [b'x'], [file])".replaceAll("'", '"'),
      );
      const limit = await limitOf(launch, skip);
      expect(limit).toMatchObject({ name: "disk", allowed: 16 * mib });
      expect(limit!.obstacle).toMatch(/^kept 1 open files in sockets for 30 seconds/);
    },
    60_000,
  );
});

test("files that wait in a socket count only while the bot can receive them, and not once they were received", () => {
  const inFlight = new InFlight();
  inFlight.seen(1, false, 0);
  inFlight.seen(1, true, 25_000);
  inFlight.seen(1, false, 29_000);
  inFlight.seen(0, false, 30_000);
  inFlight.seen(2, false, 31_000);
  inFlight.seen(2, false, 60_999);
  expect(inFlight.obstacle).toBeUndefined();
  inFlight.seen(2, false, 61_000);
  expect(inFlight.obstacle).toMatch(/^kept 2 open files/);
});

test("a launch is ended after three measurements in a row that failed, and not for what the platform lacks", () => {
  const failed = new FailedLooks();
  const refused = Object.assign(new Error("EACCES: permission denied, open '/x'"), { code: "EACCES" });
  const own = Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
  for (const error of [refused, refused, own, own, own]) failed.one(error, 1);
  failed.none(1);
  for (const error of [refused, refused]) failed.one(error, 1);
  expect(failed.obstacle).toBeUndefined();
  failed.one(refused, 1);
  expect(failed.obstacle).toBe("stored files that cannot be measured (EACCES: permission denied)");
});
