import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { launchPaths } from "../src/executors/process/launch-dir.ts";
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
