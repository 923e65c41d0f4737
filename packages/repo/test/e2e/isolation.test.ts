import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closedAbove } from "../../src/drive/folder.ts";
import { TestPlatform, until } from "../../src/drive/platform.ts";
import { canMount, SmallDisk } from "../../src/drive/small-disk.ts";

const sandbox = "/usr/bin/bwrap";

/** Only root can mount a small disk and replace bubblewrap. */
const mayRun = canMount() && sandboxWorks();

function sandboxWorks(): boolean {
  try {
    execFileSync(sandbox, ["--ro-bind", "/", "/", "--dev", "/dev", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Prints its user and whether it can read the key. Fills the disk while its state has `go`, then removes `busy`. */
const greedy = `
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
const { STATE_DIR, BOT_CONFIG } = process.env;
let readsKey = true;
try { readFileSync(JSON.parse(BOT_CONFIG).key); } catch { readsKey = false; }
writeSync(1, JSON.stringify({ level: "info", message: "born", uid: process.getuid(), readsKey }) + "\\n");
let n = 0;
setInterval(() => {
  if (!existsSync(STATE_DIR + "/go")) return n > 0 && rmSync(STATE_DIR + "/busy", { force: true });
  try { for (;;) appendFileSync(STATE_DIR + "/greedy", Buffer.alloc(1024 * 1024)); } catch {}
  // Small files may still fit where a large write does not.
  try { for (;;) writeFileSync(STATE_DIR + "/greedy-" + n++, "1"); } catch {}
}, 5);
`;

/** Behaviours of the replaced bubblewrap. */
const behaviours = {
  works: (real: string) => `exec ${real} "$@"`,
  noRoom: () => `echo "bwrap: Can't create file at /etc/passwd: No space left on device" >&2; exit 1`,
  hangs: () => "sleep 1000",
  refused: () => `echo "bwrap: Creating new namespace failed: Operation not permitted" >&2; exit 1`,
};

describe.runIf(mayRun)("a platform run by root on a small disk", () => {
  let disk: SmallDisk;
  let tools: string;
  let platform: TestPlatform;
  const deployed: string[] = [];

  /** Sets the behaviour of the platform's bubblewrap. */
  const bubblewrap = (how: keyof typeof behaviours | "absent") => {
    const file = join(tools, "bwrap");
    const real = join(tools, "real-bwrap");
    writeFileSync(file, how === "absent" ? "" : `#!/bin/sh\n${behaviours[how](real)}\n`);
    chmodSync(file, how === "absent" ? 0o644 : 0o755);
  };

  beforeEach(() => {
    tools = mkdtempSync(join(tmpdir(), "botyard-tools-"));
    execFileSync("cp", [sandbox, join(tools, "real-bwrap")]);
    bubblewrap("works");
    // Not a tmpfs, on which a new folder needs no space.
    disk = new SmallDisk(64 * 1024 * 1024);
    const replaced = `mount --bind ${join(tools, "bwrap")} ${sandbox} && exec "$@"`;
    platform = new TestPlatform({
      data: join(disk.dir, "data"),
      prefix: ["unshare", "-m", "sh", "-c", replaced, "sh"],
    });
  });
  afterEach(async () => {
    try {
      await platform.close();
    } finally {
      for (const { pid } of deployed.flatMap(processesOf)) end(pid);
      disk.close();
      rmSync(tools, { recursive: true });
    }
  });

  const isFull = () => {
    try {
      writeFileSync(join(disk.dir, "probe"), "1");
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOSPC";
    } finally {
      rmSync(join(disk.dir, "probe"), { force: true });
    }
  };
  const isolation = async () => {
    const health = (await (await fetch(`${platform.url}/healthz`)).json()) as {
      isolation: { isolation: string };
    };
    return health.isolation.isolation;
  };
  const ready = async () => {
    const answer = await fetch(`${platform.url}/readyz`);
    const { code, detail } = (await answer.json()) as { code?: string; detail?: string };
    return { status: answer.status, code, detail };
  };
  const deploy = async (name: string): Promise<string> => {
    await platform.upload({ name: "greedy", type: "realtime", bot: greedy });
    const config = { key: join(platform.data, "admin.key") };
    const bot = await platform.create({ name, type: "realtime/greedy", config });
    deployed.push(bot);
    return bot;
  };
  const born = async (bot: string) => {
    const { items } = await platform.get<{ items: Line[] }>(`/bots/${bot}/logs?limit=1000`);
    return items.filter(({ message }) => message === "born").map(({ fields }) => fields);
  };
  const show = (bot: string) =>
    platform.get<{ status: string; reason?: string; detail?: string }>(`/bots/${bot}`);

  const sandboxed = { isRoot: false, isOutside: false };

  test("after a bot has filled the disk and the platform was restarted, no bot runs outside its sandbox", async () => {
    await platform.start();
    const [filler, other] = [await deploy("filler"), await deploy("other")];
    for (const bot of [filler, other]) await until(async () => (await born(bot)).length === 1);
    const state = join(platform.data, "bots", filler, "state");
    for (const name of ["busy", "go"]) writeFileSync(join(state, name), "");
    await until(async () => isFull());
    rmSync(join(state, "go"));
    // A bot that used the platform's reserve would prevent the platform from starting.
    await until(async () => !existsSync(join(state, "busy")));
    await platform.end("SIGTERM");
    for (const { pid } of processesOf(other)) end(pid);
    // Fill the space that the stop has freed. The platform's reserve remains.
    for (let n = 0; !isFull(); n++) writeSmall(join(state, `greedy-more-${n}`));
    await platform.start();
    expect(processesOf(filler), "the survivor").toHaveLength(1);
    await until(async () => processesOf(other).length > 0 || (await show(other)).status === "backing_off");
    for (const one of processesOf(other)) expect(one).toMatchObject(sandboxed);
    for (const name of readdirSync(state)) if (name.startsWith("greedy")) rmSync(join(state, name));
    await until(async () => (await born(other)).length === 2);
    for (const bot of [filler, other]) {
      expect(processesOf(bot)).toEqual([{ pid: expect.any(Number), ...sandboxed }]);
      for (const fields of await born(bot)) expect(fields).toMatchObject({ readsKey: false });
    }
    expect(await isolation()).toBe("bubblewrap");
    expect((await ready()).status).toBe(200);
  });

  /** Runs a bot, stops it with the platform, and starts the platform with this behaviour of bubblewrap. */
  const restartWith = async (how: Parameters<typeof bubblewrap>[0], args: string[] = []) => {
    await platform.start(["--stop-bots"]);
    const bot = await deploy("bot");
    await until(async () => (await born(bot)).length === 1);
    await platform.end("SIGTERM");
    bubblewrap(how);
    await platform.start(["--stop-bots", ...args]);
    return bot;
  };
  const closed = (detail: RegExp) => ({
    status: 503,
    code: "isolation_unavailable",
    detail: expect.stringMatching(detail),
  });
  const ranWith = /have run with "bubblewrap", and a weaker isolation is not chosen automatically/;

  for (const [how, failure, detail] of [
    ["noRoom", "has no room", /trial sandbox .* failed: bwrap: .*No space left on device\.$/],
    ["hangs", "does not answer", /trial sandbox .* failed: it did not end within 10 s\.$/],
    ["refused", "is refused by the kernel", ranWith],
    ["absent", "was removed", ranWith],
  ] as const)
    test(`no bot is started while bubblewrap ${failure}, and bots are started automatically once it works`, async () => {
      const bot = await restartWith(how);
      expect(await ready()).toEqual(closed(detail));
      expect(await isolation()).toBe("undetermined");
      await until(async () => (await show(bot)).reason === "isolation_unavailable");
      expect(processesOf(bot)).toEqual([]);
      bubblewrap("works");
      await until(async () => (await ready()).status === 200);
      await until(async () => (await born(bot)).length === 2);
      expect(await isolation()).toBe("bubblewrap");
      for (const fields of await born(bot)) expect(fields).toMatchObject({ readsKey: false });
    });

  test("bots are not started without their sandbox when the platform's record of it is damaged", async () => {
    const record = join(platform.data, "executor", "isolation");
    await restartWith("works");
    await platform.end("SIGTERM");
    writeFileSync(record, "");
    bubblewrap("absent");
    await platform.start(["--stop-bots"]);
    expect(await ready()).toEqual(closed(/have run with is unknown .*executor\/isolation is damaged/));
    bubblewrap("works");
    await until(async () => (await ready()).status === 200);
    expect(readFileSync(record, "utf8")).toBe("bubblewrap\n");
  });

  test("if bubblewrap was never installed bots run as their own users, and are not started if that fails", async ({
    skip,
  }) => {
    const unreachable = closedAbove(process.execPath) ?? closedAbove(disk.dir);
    if (unreachable !== undefined) skip(unreachable);
    bubblewrap("absent");
    await platform.start(["--stop-bots"]);
    const bot = await deploy("bot");
    await until(async () => (await born(bot)).length === 1);
    expect(await isolation()).toBe("user");
    expect(processesOf(bot)).toEqual([{ pid: expect.any(Number), isRoot: false, isOutside: true }]);
    expect((await born(bot))[0]).toMatchObject({ readsKey: false });
    await platform.end("SIGTERM");
    chmodSync(disk.dir, 0o700);
    await platform.start(["--stop-bots"]);
    expect(await ready()).toEqual(closed(new RegExp(`other users cannot traverse ${disk.dir} .mode 700`)));
    expect(processesOf(bot)).toEqual([]);
    chmodSync(disk.dir, 0o755);
    await until(async () => (await born(bot)).length === 2);
    expect(await isolation()).toBe("user");
  });

  test("bots run as root only if the operator allows it, and then regardless of their earlier isolation", async () => {
    chmodSync(disk.dir, 0o700);
    bubblewrap("refused");
    await platform.start(["--stop-bots"]);
    const bot = await deploy("bot");
    expect(await ready()).toEqual(
      closed(/Without isolation, bots would run as root .* --isolation none --network host\.$/),
    );
    expect(await show(bot)).toMatchObject({ status: "pending", reason: "isolation_unavailable" });
    await platform.end("SIGTERM");
    await platform.start(["--stop-bots", "--isolation", "none"]);
    await until(async () => (await show(bot)).detail?.includes("PLATFORM_NETWORK=host") === true);
    expect(await show(bot)).toMatchObject({ status: "pending", reason: "isolation_unavailable" });
    await platform.end("SIGTERM");
    await platform.start(["--stop-bots", "--isolation", "none", "--network", "host"]);
    await until(async () => (await born(bot)).length === 1);
    expect((await born(bot))[0]).toMatchObject({ uid: 0 });
    await platform.end("SIGTERM");
    await platform.start(["--stop-bots"], { PLATFORM_ISOLATION: "bubblewrap" });
    expect(await ready()).toEqual(closed(/^A trial sandbox with bubblewrap failed: .* not permitted\.$/));
  });
});

interface Line {
  message: string;
  fields?: { uid: number; readsKey: boolean };
}

function writeSmall(file: string): void {
  try {
    writeFileSync(file, "1");
  } catch {}
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {}
}

/** Returns the processes that run this bot's program, without the reaper and the sandbox. */
function processesOf(bot: string): { pid: number; isRoot: boolean; isOutside: boolean }[] {
  const ours = readlinkSync("/proc/self/ns/pid");
  return readdirSync("/proc").flatMap((name) => {
    try {
      if (!readFileSync(`/proc/${name}/environ`, "latin1").includes(`BOT_ID=${bot}`)) return [];
      if (basename(readlinkSync(`/proc/${name}/exe`)) !== basename(process.execPath)) return [];
      const isRoot = /^Uid:\s+0\b/m.test(readFileSync(`/proc/${name}/status`, "utf8"));
      return [{ pid: Number(name), isRoot, isOutside: readlinkSync(`/proc/${name}/ns/pid`) === ours }];
    } catch {
      return [];
    }
  });
}
