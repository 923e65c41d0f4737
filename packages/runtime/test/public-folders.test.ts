import { randomUUID } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PublicFiles } from "../src/executors/process/storage/public-files.ts";
import {
  offeredIsolations,
  openWorkshop,
  printed,
  textOf,
  type Workshop,
  withoutGroups,
} from "./workshop.ts";

const mib = 1 << 20;
const limits = { memoryBytes: 128 * mib, processes: 40, cpus: 2, openFiles: 256, diskBytes: 16 * mib };
const waiting = "echo full; while :; do sleep 1; done";

const isPublic = (folder: string) => {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && (stats.mode & 0o002) !== 0;
};

const asUser = (await offeredIsolations()).includes("user");

describe.runIf(asUser)("a bot with a user of its own outside of a sandbox", () => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop("user", withoutGroups);
  });
  afterAll(() => workshop.close());
  const name = `botyard-${process.pid}`;
  const many = `/tmp/${name}-many`;

  it.each([
    ["/tmp", "disk", 16 * mib],
    ["/var/tmp", "disk", 16 * mib],
    ["/dev/shm", "memory", 32 * mib],
  ] as const)(
    "is killed if it uses more than its limit in %s, and its files there are removed",
    async (folder, limit, allowed) => {
      const own = { ...limits, memoryBytes: 32 * mib };
      const path = join(folder, name);
      const launch = await workshop.start(
        `mkdir ${path}; head -c 24M /dev/zero >${path}/a; head -c 24M /dev/zero >${path}/b; ${waiting}`,
        { limits: own },
      );
      expect((await launch.ended).limit).toEqual({ name: limit, used: expect.any(Number), allowed });
      await expect.poll(() => existsSync(path)).toBe(false);
    },
  );

  // On many machines it is a small file system, which the limits of bytes do not fit into.
  it("is killed if it has more files than its limit in /run/lock, and they are removed", async ({ skip }) => {
    skip(!isPublic("/run/lock"), "there is no such folder that every user may write");
    const path = join("/run/lock", name);
    const program = `mkdir ${path}; cd ${path}; seq 1 150 | xargs touch; ${waiting}`;
    const launch = await workshop.start(program, { limits: { ...limits, files: 100 } });
    expect((await launch.ended).limit).toEqual({ name: "files", used: expect.any(Number), allowed: 100 });
    await expect.poll(() => existsSync(path)).toBe(false);
  });

  it.each([
    ["in a folder of /tmp", 96 * mib, `mkdir ${many}; cd ${many}; seq 1 30000 | xargs touch`],
    ["in /tmp", 16 * mib, `seq -f ${many}-%g 1 5000 | xargs touch`],
  ])(
    "cannot evade its limit by very many empty files %s, and all are removed",
    async (_, diskBytes, program) => {
      const launch = await workshop.start(`${program}; ${waiting}`, { limits: { ...limits, diskBytes } });
      expect((await launch.ended).limit).toMatchObject({ name: "disk", allowed: diskBytes });
      const left = () => readdirSync("/tmp").filter((entry) => entry.startsWith(many.slice("/tmp/".length)));
      await expect.poll(left).toEqual([]);
    },
  );

  it("is killed if it holds more memory than its limit by System V segments, and these are removed", async ({
    skip,
  }) => {
    const program = `exec python3 -c '
import ctypes, time
c = ctypes.CDLL(None)
c.shmat.restype = ctypes.c_void_p
for _ in range(12):
    segment = c.shmget(0, 16 << 20, 0o1600)
    at = c.shmat(segment, None, 0)
    ctypes.memset(at, 1, 16 << 20)
    c.shmdt(ctypes.c_void_p(at))
    time.sleep(0.1)
time.sleep(60)'`;
    const before = readFileSync("/proc/sysvipc/shm", "utf8");
    const launch = await workshop.start(program, { limits });
    const exit = await launch.ended;
    skip(/not found/.test(textOf(launch.files.stderr)), "python3 is not installed");
    expect(exit.limit).toEqual({ name: "memory", used: expect.any(Number), allowed: 128 * mib });
    const created = () => {
      const rows = readFileSync("/proc/sysvipc/shm", "utf8").split("\n");
      return rows.filter((row) => row.includes(` ${16 << 20} `) && !before.includes(row));
    };
    await expect.poll(created).toEqual([]);
  });

  it("is measured as often if others have many files in /tmp", async () => {
    const crowd = mkdtempSync("/tmp/botyard-crowd-");
    const others = Array.from({ length: 15_000 }, (_, n) => `${crowd}-${n}`);
    try {
      for (const path of others) writeFileSync(path, "");
      const own = { ...limits, diskBytes: 64 * mib };
      const launch = await workshop.start(
        `for n in $(seq 1 2000); do head -c 1M /dev/zero >"$STATE_DIR/$n"; sleep 0.02; done`,
        { limits: own },
      );
      const { limit } = await launch.ended;
      expect(limit).toMatchObject({ name: "disk", allowed: 64 * mib });
      expect(limit!.used).toBeLessThan(110 * mib);
    } finally {
      for (const path of others) rmSync(path, { force: true });
      rmSync(crowd, { recursive: true });
    }
  });

  it("is tidied up after with as little work if a hundred others end at the same time", async () => {
    const crowd = mkdtempSync("/tmp/botyard-crowd-");
    const others = Array.from({ length: 5_000 }, (_, n) => `${crowd}-${n}`);
    const publicFiles = new PublicFiles();
    const user = 799_000_000;
    const work = async (count: number) => {
      const before = process.cpuUsage();
      const users = Array.from({ length: count }, (_, n) => user + n);
      for (const one of users) publicFiles.keep(one, Promise.resolve());
      await Promise.resolve();
      await Promise.all(users.map((one) => publicFiles.removed(one)));
      return process.cpuUsage(before).user + process.cpuUsage(before).system;
    };
    try {
      for (const path of others) writeFileSync(path, "");
      const alone = await work(1);
      expect(await work(100)).toBeLessThan(8 * alone);
    } finally {
      for (const path of others) rmSync(path, { force: true });
      rmSync(crowd, { recursive: true });
    }
  });

  it("finds none of the files that its last launch left in /tmp, and keeps those of this one", async () => {
    const path = join("/tmp", name);
    const spec = workshop.spec(
      `[ -e ${path} ] && echo old || echo new; touch ${path}; echo ready; exec sleep 60`,
    );
    for (let turn = 0; turn < 3; turn++) {
      const id = randomUUID();
      const launch = await workshop.executor.launch({ ...spec, id, dir: join(workshop.root, id) });
      expect(await printed(launch, "ready")).toContain("new");
      expect(existsSync(path)).toBe(true);
      await launch.kill();
    }
    await expect.poll(() => existsSync(path)).toBe(false);
  });
});
