import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Launch } from "../src/index.ts";
import {
  offeredIsolations,
  openWorkshop,
  textOf,
  until,
  type Workshop,
  whyNoGroups,
  withoutGroups,
} from "./workshop.ts";

const mib = 1 << 20;
const limits = { memoryBytes: 128 * mib, processes: 40, cpus: 2, openFiles: 256, diskBytes: 1024 * mib };
const killed = { name: "memory", used: expect.any(Number), allowed: limits.memoryBytes };

/** Ways to hold 400 MiB that belongs to no process. Each prints what was refused, or at last "all held". */
const escapes = `
import ctypes, errno, os, socket, sys, time
mib = 1 << 20
c = ctypes.CDLL(None, use_errno=True)
c.shmat.restype = ctypes.c_ssize_t

def need(result, name):
    if result < 0:
        print("refused", name, errno.errorcode[ctypes.get_errno()], flush=True)
        time.sleep(60)
    return result

def namespaces():
    user, group = os.getuid(), os.getgid()
    need(c.unshare(0x10000000 | 0x20000), "unshare")
    for name, text in [("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")]:
        with open("/proc/self/" + name, "w") as file: file.write(text)
    need(c.mount(b"none", b"/tmp", b"tmpfs", 0, b"size=1g,mode=1777"), "mount")
    for one in range(40):
        with open(f"/tmp/{one}", "wb") as file: file.write(bytes(10 * mib))

def memfds():
    left, right = socket.socketpair()
    for one in range(10):
        file = need(c.memfd_create(b"x", 0), "memfd_create")
        for _ in range(40): os.write(file, bytes(mib))
        socket.send_fds(left, [b"x"], [file])
        os.close(file)

def segments():
    for one in range(10):
        segment = need(c.shmget(0, 40 * mib, 0o1600), "shmget")
        at = need(c.shmat(segment, None, 0), "shmat")
        ctypes.memset(at, 1, 40 * mib)
        c.shmdt(ctypes.c_void_p(at))

def connection():
    with socket.create_server(("127.0.0.1", 0)) as server:
        near = socket.create_connection(server.getsockname())
        return near, server.accept()[0]

def fill(pair):
    report = os.pipe()
    for _ in range(12):
        if os.fork(): continue
        held, kept = 0, []
        try:
            while True:
                kept.append(pair())
                for one in kept[-1]:
                    one.setblocking(False)
                    try:
                        while True: held += one.send(bytes(100_000))
                    except BlockingIOError: pass
        except OSError: os.write(report[1], b"%d\\n" % held)
        time.sleep(60)
    counts = os.fdopen(report[0])
    print("held MiB:", sum(int(counts.readline()) for _ in range(12)) // mib, flush=True)

{
    "namespaces": namespaces, "memfds": memfds, "segments": segments,
    "unix sockets": lambda: fill(socket.socketpair), "connections": lambda: fill(connection),
}[sys.argv[1]]()
print("all held", flush=True)
time.sleep(60)
`;

type Way = "namespaces" | "memfds" | "segments" | "unix sockets" | "connections";

const isolations = await offeredIsolations();
const noGroups = whyNoGroups();
if (noGroups) test("the memory of a bot in a cgroup", ({ skip }) => skip(noGroups));

const places = noGroups ? (["without a cgroup"] as const) : (["in a cgroup", "without a cgroup"] as const);

describe.each(isolations.flatMap((isolation) => places.map((place) => [isolation, place] as const)))(
  "the memory of a bot in isolation %s, %s",
  (isolation, place) => {
    let workshop: Workshop;
    beforeAll(async () => {
      workshop = await openWorkshop(isolation, place === "in a cgroup" ? undefined : withoutGroups);
    });
    afterAll(() => workshop.close());

    async function attempt(way: Way, skip: (why: string) => void): Promise<Launch> {
      const launch = await workshop.start(`exec python3 -c '${escapes}' '${way}'`, { limits });
      let isOver = false;
      void launch.ended.then(() => (isOver = true));
      await until("the bot to hold or to be stopped", () => isOver || /refused|all held/.test(said(launch)));
      if (/not found/.test(textOf(launch.files.stderr))) skip("python3 is not installed");
      return launch;
    }
    const said = (launch: Launch) => textOf(launch.files.stdout);

    const held: readonly Way[] = ["namespaces", "memfds", "segments"];
    it.runIf(isolation === "bubblewrap").for(held)(
      "is refused if it would belong to no process: %s",
      async (way, { skip }) => {
        const launch = await attempt(way, skip);
        expect(said(launch)).toMatch(/^refused (unshare EPERM|memfd_create ENOSYS|shmget ENOSYS)\n$/);
        await launch.kill();
      },
    );

    it.runIf(isolation !== "bubblewrap" && place === "in a cgroup").for(held)(
      "is counted also if it belongs to no process, and the bot is killed: %s",
      async (way, { skip }) => {
        const launch = await attempt(way, skip);
        // Not every machine permits user namespaces.
        if (/^refused unshare/.test(said(launch))) await launch.kill();
        else expect((await launch.ended).limit).toEqual(killed);
      },
    );

    it("has it killed if its processes exceed the limit", async () => {
      const launch = await workshop.start("head -c 400M /dev/zero | tail -n 1 | sleep 1000", { limits });
      expect((await launch.ended).limit).toEqual(killed);
    });

    const buffers: readonly Way[] = ["unix sockets", "connections"];
    it.runIf(place === "in a cgroup").for(buffers)(
      "is counted also in the buffers of %s, and the bot is killed",
      async (way, { skip }) => {
        const launch = await attempt(way, skip);
        expect((await launch.ended).limit).toEqual(killed);
      },
    );
  },
);
