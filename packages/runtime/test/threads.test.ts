import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Launch } from "../src/index.ts";
import { offeredIsolations, openWorkshop, textOf, until, type Workshop, withoutGroups } from "./workshop.ts";

const mib = 1 << 20;
const limits = { memoryBytes: 128 * mib, processes: 40, cpus: 2, openFiles: 256, diskBytes: 16 * mib };

/** Runs `work` in a thread of a process outside of the bot's session, which holds a lock while it lives. */
const apart = (work: string, first: string) => `
import ctypes, fcntl, os, sys, threading, time
mib = 1 << 20
c = ctypes.CDLL(None)
if os.fork() == 0:
    os.setsid()
    if os.fork(): os._exit(0)
    lock = open(os.environ["STATE_DIR"] + "/lock", "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    def work():
        open(os.environ["STATE_DIR"] + "/begun", "w").close()
${work.replace(/^/gm, "        ")}
        time.sleep(600)
    threading.Thread(target=work).start()
    ${first}
time.sleep(600)
`;
/** Ends the first thread alone (exit and not exit_group). */
const exit = 'c.syscall({"x86_64": 60}.get(os.uname().machine, 93), 0)';
const unnamed = `path = os.environ["STATE_DIR"] + "/removed"
file = os.open(path, os.O_RDWR | os.O_CREAT)
os.unlink(path)
os.write(file, bytes(24 * mib))`;

describe.each(await offeredIsolations())("in isolation %s, a thread of a bot", (isolation) => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop(isolation, withoutGroups);
  });
  afterAll(() => workshop.close());

  const start = async (work: string, first: string, skip: (isSkipped: boolean, why: string) => void) => {
    const spec = workshop.spec(`exec python3 -c '${apart(work, first)}'`, { limits });
    const launch = await workshop.executor.launch(spec);
    const isLacking = () => /not found/.test(textOf(launch.files.stderr));
    const state = (name: string) => join(spec.stateDir, name);
    await until("the thread to begin", () => existsSync(state("begun")) || isLacking());
    skip(isLacking(), "python3 is not installed");
    return { launch, isOver: () => spawnSync("flock", ["-n", state("lock"), "true"]).status === 0 };
  };
  const limitOf = async ({ ended }: Launch) => (await ended).limit;

  it("that goes on without the first one is ended with the bot", async ({ skip }) => {
    const { launch, isOver } = await start("pass", exit, skip);
    expect(isOver()).toBe(false);
    await launch.kill();
    await until("the process to end", isOver, 5);
  });

  // Without isolation, a process can leave the bot's tree, and is only found at its end.
  if (isolation === "none") return;

  it("that goes on without the first one has the bot's limit of memory", async ({ skip }) => {
    const { launch, isOver } = await start('kept = b"x" * (256 * mib)', exit, skip);
    expect(await limitOf(launch)).toMatchObject({ name: "memory", allowed: limits.memoryBytes });
    await until("the process to end", isOver, 5);
  });

  it("that goes on without the first one has the bot's limit of disk space", async ({ skip }) => {
    const { launch } = await start(unnamed, exit, skip);
    expect(await limitOf(launch)).toMatchObject({ name: "disk", allowed: limits.diskBytes });
  });

  it("that has open files of its own has the bot's limit of disk space", async ({ skip }) => {
    const { launch } = await start(`c.unshare(0x400)\n${unnamed}`, "pass", skip);
    expect(await limitOf(launch)).toMatchObject({ name: "disk", allowed: limits.diskBytes });
  });
});
