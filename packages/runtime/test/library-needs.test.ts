import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { runtimes } from "@botyard/manifest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LaunchSpec } from "../src/index.ts";
import { offeredIsolations, openWorkshop, textOf, type Workshop } from "./workshop.ts";

const runtime = runtimes.python311!;
const limits = { memoryBytes: 512 << 20, processes: 64, cpus: 1.5, openFiles: 256 };

/** What libraries of trading bots need of the machine. Each program prints one line. */
const needs: { title: string; program: string; says: string; needs?: string }[] = [
  {
    title: "a home folder in which it can keep settings",
    program: `import pathlib
folder = pathlib.Path.home() / ".config" / "library"
folder.mkdir(parents=True)
(folder / "settings").write_text("kept")
print((folder / "settings").read_text())`,
    says: "kept",
  },
  {
    title: "folders for caches, of matplotlib for fonts and of numba for compiled functions",
    program: `import os, pathlib
for path in (os.environ["XDG_CACHE_HOME"] + "/matplotlib", os.environ["NUMBA_CACHE_DIR"]):
    pathlib.Path(path).mkdir(parents=True)
    pathlib.Path(path, "file").write_text("x")
print("written")`,
    says: "written",
  },
  {
    title: "the certificates of the machine",
    needs: "/etc/ssl/certs/ca-certificates.crt",
    program: `import ssl
context = ssl.create_default_context()
context.load_verify_locations("/etc/ssl/certs/ca-certificates.crt")
print(context.cert_store_stats()["x509_ca"] > 10)`,
    says: "True",
  },
  {
    title: "certificates where its own OpenSSL looks for them",
    needs: "/etc/ssl/certs/ca-certificates.crt",
    program: `import os, ssl
paths = ssl.get_default_verify_paths()
print(paths.cafile is not None or any(os.scandir(paths.capath)))`,
    says: "True",
  },
  {
    title: "the time zones of the machine, and UTC as its own",
    needs: "/usr/share/zoneinfo/America/New_York",
    program: `import datetime, time, zoneinfo
summer = datetime.datetime(2026, 7, 1, tzinfo=zoneinfo.ZoneInfo("America/New_York"))
print(summer.utcoffset(), time.tzname[0], "Europe/Berlin" in zoneinfo.available_timezones())`,
    says: "-1 day, 20:00:00 UTC True",
  },
  {
    title: "UTF-8 in its output, in file names and in the locale",
    program: `import locale, os, pathlib, sys
locale.setlocale(locale.LC_ALL, "")
folder = pathlib.Path(os.environ["TMPDIR"], "names")
folder.mkdir()
(folder / "€").write_text("€")
encodings = [sys.stdout.encoding, sys.getfilesystemencoding(), locale.getpreferredencoding().lower()]
print(*encodings, os.listdir(folder)[0])`,
    says: "utf-8 utf-8 utf-8 €",
  },
  {
    title: "locks and memory that its processes share",
    program: `import multiprocessing
from multiprocessing import shared_memory
def double(number):
    with lock:
        return 2 * number
def keep(one):
    global lock
    lock = one
if __name__ == "__main__":
    memory = shared_memory.SharedMemory(create=True, size=1 << 20)
    memory.buf[:5] = b"bytes"
    context = multiprocessing.get_context("fork")
    with context.Pool(2, keep, (context.Lock(),)) as pool:
        print(bytes(memory.buf[:5]).decode(), sum(pool.map(double, range(10))))
    memory.close()
    memory.unlink()`,
    says: "bytes 90",
  },
  {
    title: "threads, and an event loop with child processes",
    program: `import asyncio, sys
from concurrent.futures import ThreadPoolExecutor
async def main():
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", "print(21)", stdout=asyncio.subprocess.PIPE)
    output, _ = await child.communicate()
    with ThreadPoolExecutor(32) as threads:
        return int(output) + sum(threads.map(lambda _: 1, range(21)))
print(asyncio.run(main()))`,
    says: "42",
  },
  {
    title: "temporary files that are mapped into memory",
    program: `import mmap, tempfile
with tempfile.TemporaryFile() as file:
    file.write(bytes(1 << 20))
    file.flush()
    with mmap.mmap(file.fileno(), 0) as mapped:
        mapped[:5] = b"bytes"
        print(mapped[:5].decode())`,
    says: "bytes",
  },
];

const fillDatabase = `import os, sqlite3
with sqlite3.connect(os.environ["STATE_DIR"] + "/trades.sqlite") as database:
    database.execute("create table trades (pair text)")
    database.execute("insert into trades values ('BTC/EUR')")
print("filled")`;
const readDatabase = `import os, sqlite3
database = sqlite3.connect("file:" + os.environ["STATE_DIR"] + "/trades.sqlite?mode=ro", uri=True)
print(database.execute("select pair from trades").fetchone()[0])`;

const counts = [
  ...["LOKY_MAX_CPU_COUNT", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "POLARS_MAX_THREADS"],
  ...["PYTHON_CPU_COUNT", "RAYON_NUM_THREADS"],
];
const showCounts = `import os
print(*(os.environ[name] for name in ${JSON.stringify(counts)}))`;

describe.each(await offeredIsolations())("a library of a Python bot in isolation %s", (isolation) => {
  let workshop: Workshop;
  let caches = 0;
  beforeAll(async () => {
    workshop = await openWorkshop(isolation);
  });
  afterAll(() => workshop.close());

  /** Runs a program to its end and returns its output on both streams. */
  async function say(program: string, changes?: Partial<LaunchSpec>): Promise<string> {
    const cacheDir = join(workshop.root, "state", `cache-${++caches}`);
    const launch = await workshop.start(program, { runtime, limits, cacheDir, ...changes });
    await launch.ended;
    return (textOf(launch.files.stdout) + textOf(launch.files.stderr)).trim();
  }

  for (const { title, program, says, needs: file } of needs)
    it.skipIf(file !== undefined && !existsSync(file))(`has ${title}`, async () => {
      expect(await say(program)).toBe(says);
    });

  it("has a state folder that can hold a database, which queries read", async () => {
    const bot = { botId: `bot_database_${isolation}`, stateDir: join(workshop.root, "state", "database") };
    expect(await say(fillDatabase, bot)).toBe("filled");
    const query = { kind: "query", model: "scheduled", query: { path: "/x", params: "{}" } } as const;
    expect(await say(readDatabase, { ...bot, ...query })).toBe("BTC/EUR");
  });

  it("is told to use as many threads as the bot has processors, unless the operator says otherwise", async () => {
    const some = String(Math.min(2, availableParallelism()));
    expect(await say(showCounts)).toBe(counts.map(() => some).join(" "));
    const extraEnv = { OMP_NUM_THREADS: "7" };
    const other = await say(showCounts, { extraEnv, limits: { ...limits, cpus: 0.5 } });
    expect(other).toBe(counts.map((name) => (name === "OMP_NUM_THREADS" ? "7" : "1")).join(" "));
  });
});
