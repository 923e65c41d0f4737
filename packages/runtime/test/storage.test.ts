import { randomUUID } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { launchPaths } from "../src/executors/process/launch-dir.ts";
import { PublicFiles } from "../src/executors/process/public-files.ts";
import { type Launch, measureWritten } from "../src/index.ts";
import { createProcessExecutor } from "../src/process.ts";
import {
  node,
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

describe.each(await offeredIsolations())("a bot in isolation %s", (isolation) => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop(isolation, withoutGroups);
  });
  afterAll(() => workshop.close());

  const broken = async (launch: Launch) => (await launch.ended).limit;

  it.each([
    ["its state", `head -c 24M /dev/zero >"$STATE_DIR/a.json"; ${waiting}`],
    [
      "temporary files",
      `head -c 12M /dev/zero >"$TMPDIR/a"; mkdir "$TMPDIR/b"; head -c 12M /dev/zero >"$TMPDIR/b/c"; ${waiting}`,
    ],
    [
      "hidden temporary files",
      `mkdir "$TMPDIR/b"; head -c 24M /dev/zero >"$TMPDIR/b/c"; chmod 0 "$TMPDIR/b"; ${waiting}`,
    ],
    ["output without line feeds", `head -c 24M /dev/zero; while :; do sleep 1; done`],
    ["a result", `head -c 24M /dev/zero >"$RESULT_PATH"; ${waiting}`],
    [
      "a removed file that it holds open",
      `head -c 24M /dev/zero >"$TMPDIR/a"; exec 7<"$TMPDIR/a"; rm "$TMPDIR/a"; ${waiting}`,
    ],
    [
      "a folder whose name is not UTF-8",
      `mkdir "$TMPDIR/$(printf 'x\\377')"; head -c 24M /dev/zero >"$TMPDIR/$(printf 'x\\377')/a"; ${waiting}`,
    ],
    ["very many empty files", `cd "$TMPDIR"; seq 1 5000 | xargs touch; ${waiting}`],
  ])("is killed if it uses more disk space than its limit for %s", async (_, program) => {
    const launch = await workshop.start(program, { limits });
    expect(await broken(launch)).toEqual({ name: "disk", used: expect.any(Number), allowed: 16 * mib });
    expect((await broken(launch))!.used).toBeGreaterThan(16 * mib);
  });

  it("is killed if it uses more disk space than its limit below a path that is longer than the kernel accepts", async () => {
    const program = `import { chdir, env } from "node:process";
      import { mkdirSync, writeFileSync } from "node:fs";
      chdir(env.TMPDIR);
      for (let depth = 0; depth < 40; depth++) {
        mkdirSync("x".repeat(200));
        chdir("x".repeat(200));
      }
      writeFileSync("a", new Uint8Array(24 << 20));
      setInterval(() => {}, 1_000);`;
    const launch = await workshop.start(program, { runtime: node, limits });
    expect(await broken(launch)).toEqual({ name: "disk", used: expect.any(Number), allowed: 16 * mib });
  });

  it("is killed if it has more files than its limit in its state and temporary files together", async () => {
    const program = `cd "$STATE_DIR"; seq 1 700 | xargs touch; mkdir "$TMPDIR/a"; cd "$TMPDIR/a"; seq 1 700 | xargs touch; ${waiting}`;
    const launch = await workshop.start(program, { limits: { ...limits, files: 1_000 } });
    expect(await broken(launch)).toEqual({ name: "files", used: expect.any(Number), allowed: 1_000 });
    expect((await broken(launch))!.used).toBeGreaterThan(1_000);
  });

  it("is not started if its state has more files than its limit, but answers queries", async () => {
    const spec = workshop.spec(`echo started; ${waiting}`, { limits: { ...limits, files: 1_000 } });
    mkdirSync(join(spec.stateDir, "a", "b"), { recursive: true });
    for (let n = 0; n < 1_100; n++) writeFileSync(join(spec.stateDir, "a", "b", `${n}`), "");
    const limit = { name: "files", used: 1_102, allowed: 1_000 };
    await expect(workshop.executor.launch(spec)).rejects.toMatchObject({ code: "limit_exceeded", limit });
    expect(textOf(launchPaths(spec.dir).stdout)).toBe("");
    const query = await workshop.start(`echo started; ${waiting}`, {
      ...{ kind: "query", stateDir: spec.stateDir, limits: spec.limits },
      query: { path: "/", params: "{}" },
    });
    await printed(query, "started");
    await query.kill();
  });

  it("is killed at once if earlier launches left more than its limit, though each ended before it was measured", async () => {
    const spec = workshop.spec(
      `head -c 12M /dev/zero >"$STATE_DIR/$(ls "$STATE_DIR" | wc -l).json"; ${waiting}`,
      {
        limits: { ...limits, diskBytes: 1024 * mib },
      },
    );
    const launch = (diskBytes: number) => {
      const id = randomUUID();
      const dir = join(workshop.root, "launches", id);
      return workshop.executor.launch({ ...spec, id, dir, limits: { ...limits, diskBytes } });
    };
    for (let n = 0; n < 2; n++) {
      const early = await launch(1024 * mib);
      await printed(early, "full");
      await early.kill();
    }
    expect((await (await launch(16 * mib)).ended).limit).toMatchObject({ name: "disk", allowed: 16 * mib });
  });

  it("stays if it uses less, also if it writes and removes much more", async () => {
    const program = `for i in 1 2 3 4 5 6 7 8; do head -c 8M /dev/zero >"$STATE_DIR/a.json"; rm "$STATE_DIR/a.json"; done; echo done; exec sleep 60`;
    const launch = await workshop.start(program, { limits });
    await printed(launch, "done");
    await expect(Promise.race([launch.ended, later(2_000)])).resolves.toBe("later");
    await launch.kill();
  });

  it("is found again with its limit by the next platform process", async () => {
    const spec = workshop.spec(`until [ -e "$TMPDIR/go" ]; do sleep 0.1; done; ${waiting}`, { limits });
    const launch = await workshop.executor.launch(spec);
    const next = await createProcessExecutor({ dir: join(workshop.root, "executor"), isolation });
    const adopted = (await next.adopt(launch.record))!;
    expect(await adopted.usage()).toMatchObject({ limits });
    await launch.kill();
    await adopted.ended;
  });

  // In bubblewrap it cannot create one.
  it.skipIf(isolation === "bubblewrap")(
    "is killed if it holds more memory than its limit by memfd, without mapping it",
    async ({ skip }) => {
      const program = `exec python3 -c '
import os, time
files = [os.memfd_create(str(one)) for one in range(4)]
for file in files:
    for _ in range(48): os.write(file, b"x" * (1 << 20))
time.sleep(60)'`;
      const launch = await workshop.start(program, { limits });
      const exit = await launch.ended;
      skip(/not found/.test(textOf(launch.files.stderr)), "python3 is not installed");
      expect(exit.limit).toEqual({ name: "memory", used: expect.any(Number), allowed: 128 * mib });
    },
  );

  it("runs at a lower priority than the platform", async () => {
    const launch = await workshop.start("ps -o ni= -p $$ 2>/dev/null || cut -d' ' -f19 /proc/$$/stat");
    await launch.ended;
    expect(Number(textOf(launch.files.stdout))).toBeGreaterThan(0);
  });
});

describe.each((await offeredIsolations()).filter((name) => name !== "none"))(
  "a fork bomb in isolation %s",
  (isolation) => {
    it("never has more processes than the limit", async () => {
      const workshop = await openWorkshop(isolation, withoutGroups);
      try {
        const launch = await workshop.start(`exec python3 -c '${bomb}'`, { limits });
        const said = await printed(launch, "forked\n");
        expect(Number.parseInt(said, 10)).toBeLessThan(limits.processes);
        expect((await launch.usage())!.processes).toBeLessThanOrEqual(limits.processes);
        await launch.kill();
      } finally {
        await workshop.close();
      }
    });
  },
);

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
      await expect.poll(left, { timeout: 20_000 }).toEqual([]);
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

const bomb = `
import os, time
forked = 0
for _ in range(400):
    try:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        forked += 1
    except OSError:
        break
print(forked, "forked", flush=True)
time.sleep(60)`;

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, "later"));

test("the size of a folder is what its files use on the disk, without the holes in them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "botyard-folder-"));
  try {
    expect(await measureWritten([join(folder, "none")], {})).toMatchObject({ bytes: 0 });
    writeFileSync(join(folder, "a"), Buffer.alloc(mib));
    writeFileSync(join(folder, "hole"), "");
    truncateSync(join(folder, "hole"), 64 * mib);
    const { bytes } = await measureWritten([folder], {});
    expect(bytes).toBeGreaterThanOrEqual(mib);
    expect(bytes).toBeLessThan(2 * mib);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
