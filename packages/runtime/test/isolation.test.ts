import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPrograms, type Programs } from "../src/executors/process/isolation/programs.ts";
import { isRefusal } from "../src/executors/process/isolation/refusal.ts";
import { executorWithin } from "../src/executors/process/process-executor.ts";
import type { IsolationLevel, WantedIsolation } from "../src/index.ts";
import { offeredIsolations, openTemporary, openWorkshop, textOf, withoutGroups } from "./workshop.ts";

const offered = await offeredIsolations();
const isRoot = process.getuid?.() === 0;
const here = await findPrograms();

describe("a message of bubblewrap", () => {
  test.each([
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces. See <https://deb.li/bubblewrap>.",
    "bwrap: Creating new namespace failed, likely because the kernel does not support user namespaces.  bwrap must be installed setuid on such systems.",
    "bwrap: Creating new namespace failed: Operation not permitted",
    "bwrap: Creating new namespace failed: Function not implemented",
    "bwrap: setting up uid map: Permission denied",
    "bwrap: Can't mount proc on /newroot/proc: Operation not permitted",
    "bwrap: Failed to make / slave: Permission denied",
    "bwrap: pivot_root: Invalid argument",
    "bwrap: some warning\nbwrap: Can't mount tmpfs on /newroot: Operation not permitted",
    "setpriv: setresuid failed: Operation not permitted",
  ])("is a refusal by the kernel: %s", (said) => {
    expect(isRefusal(said)).toBe(true);
  });

  test.each([
    "",
    "bwrap: Can't create file at /etc/passwd: No space left on device",
    "bwrap: Can't mount proc on /newroot/proc: Cannot allocate memory",
    "bwrap: Creating new namespace failed: Resource temporarily unavailable",
    "bwrap: Creating new namespace failed: Too many open files in system",
    "bwrap: Can't find source path /usr: Input/output error",
    "bwrap: execvp /bin/sh: No such file or directory",
    "sh: 2: cannot create /state/x: Permission denied",
    "the code folder is writable",
  ])("is not a refusal by the kernel: %s", (said) => {
    expect(isRefusal(said)).toBe(false);
  });

  test("about exhausted namespaces is a refusal only if none are allowed", () => {
    const said =
      "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)";
    expect(isRefusal(said, () => true)).toBe(true);
    expect(isRefusal(said, () => false)).toBe(false);
    expect(isRefusal(said), "on this machine").toBe(false);
  });
});

describe("an executor", () => {
  let root: string;
  let dir: string;
  let programs: Programs;

  beforeEach(() => {
    root = mkdtempSync(join(openTemporary, "botyard-isolation-"));
    chmodSync(root, 0o755);
    dir = join(root, "data", "executor");
    programs = here;
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Replaces bubblewrap by a script. */
  const bubblewrap = (script: string) => {
    const bwrap = join(root, "bwrap");
    writeFileSync(bwrap, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    programs = { ...here, bwrap };
  };
  const refused = "echo 'bwrap: Creating new namespace failed: Operation not permitted' >&2; exit 1";
  const open = (isolation?: WantedIsolation) =>
    executorWithin(
      { dir, ...(isolation && { isolation }) },
      { ...withoutGroups, programs: async () => programs },
    );
  const record = () => readFileSync(join(dir, "isolation"), "utf8");
  const weaker: IsolationLevel | "undetermined" =
    isRoot && here.setpriv ? "user" : isRoot ? "undetermined" : "none";

  test.each([
    ["bubblewrap is not installed", () => (programs = { ...(here.setpriv && { setpriv: here.setpriv }) })],
    ["the kernel refuses it", () => bubblewrap(refused)],
  ])("uses the next weaker isolation in a new folder when %s", async (_, happens) => {
    happens();
    const { isolation, reasons } = (await open()).describe();
    expect(isolation).toBe(weaker);
    expect(reasons[0]).toMatch(/not installed|not permitted/);
  });

  test.each([
    ["there is no room", 'echo "bwrap: Can\'t write: No space left on device" >&2; exit 1'],
    ["memory is short", "echo 'bwrap: Creating new namespace failed: Cannot allocate memory' >&2; exit 1"],
    ["it exits without output", "exit 1"],
    ["it exits with 0 without running the bot", "exit 0"],
    ["it is killed", "kill -9 $$"],
  ])("uses no isolation in a new folder when a trial of bubblewrap fails because %s", async (_, script) => {
    bubblewrap(script);
    const executor = await open();
    expect(executor.describe()).toMatchObject({ isolation: "undetermined", reasons: [expect.any(String)] });
    expect(existsSync(join(root, "data")), "nothing is written").toBe(false);
    const workshop = await openWorkshop("none");
    const launching = executor.launch(workshop.spec("exit 0"));
    await expect(launching).rejects.toMatchObject({ code: "isolation_unavailable" });
    await workshop.close();
  });

  test.runIf(offered.includes("bubblewrap"))(
    "uses bubblewrap without a filter of system calls where there is none, and says so",
    async () => {
      const says =
        "Unable to set up system call filtering as requested: prctl(PR_SET_SECCOMP) reported EINVAL.";
      bubblewrap(
        `if [ -e /proc/self/fd/5 ]; then echo 'bwrap: ${says}' >&2; exit 1; fi; exec ${here.bwrap} "$@"`,
      );
      const executor = await open();
      expect(executor.describe().isolation).toBe("bubblewrap");
      expect(executor.describe().reasons[0]).toMatch(
        /memory that is not counted, because a filter cannot be used: .*EINVAL/,
      );
      const workshop = await openWorkshop("none");
      const launch = await executor.launch(workshop.spec("grep ^Seccomp: /proc/self/status"));
      await launch.ended;
      expect(textOf(launch.files.stdout)).toMatch(/^Seccomp:\s+0$/m);
      await workshop.close();
    },
  );

  test.runIf(isRoot)("never chooses none automatically for root, and says how to request it", async () => {
    programs = {};
    const { isolation, reasons } = (await open()).describe();
    expect(isolation).toBe("undetermined");
    expect(reasons.at(-1)).toMatch(/bots would run as root .* --isolation none --network host\.$/);
    expect((await open("none")).describe().isolation).toBe("none");
  });

  test.runIf(isRoot && here.setpriv)(
    "names the folder that prevents bots from running as separate users",
    async () => {
      chmodSync(root, 0o700);
      programs = { ...(here.setpriv && { setpriv: here.setpriv }) };
      const { isolation, reasons } = (await open()).describe();
      expect(isolation).toBe("undetermined");
      expect(reasons.join(" ")).toContain(`other users cannot traverse ${root} (mode 700)`);
      chmodSync(root, 0o755);
      expect((await open()).describe().isolation).toBe("user");
    },
  );

  describe.runIf(offered.includes("bubblewrap"))("in a folder whose bots have run in bubblewrap", () => {
    beforeEach(async () => {
      expect((await open()).describe().isolation).toBe("bubblewrap");
      expect(record()).toBe("bubblewrap\n");
    });

    test.each([
      ["was removed", () => (programs = { ...(here.setpriv && { setpriv: here.setpriv }) })],
      ["is now refused", () => bubblewrap(refused)],
    ])("uses nothing weaker when bubblewrap %s, until it is available again", async (_, happens) => {
      happens();
      const executor = await open();
      expect(executor.describe()).toMatchObject({
        isolation: "undetermined",
        reasons: [expect.any(String), expect.stringContaining('have run with "bubblewrap"')],
      });
      expect((await executor.establish()).isolation).toBe("undetermined");
      programs = here;
      expect((await executor.establish()).isolation).toBe("bubblewrap");
      programs = {};
      expect((await executor.establish()).isolation, "an established isolation stays").toBe("bubblewrap");
    });

    test("uses a requested level, reports the former one, and keeps the strongest on record", async () => {
      const { isolation, reasons } = (await open("none")).describe();
      expect(isolation).toBe("none");
      expect(reasons[0]).toBe(
        'Isolation "none" was requested. Bots in this data folder have run with "bubblewrap" before.',
      );
      expect(record()).toBe("bubblewrap\n");
      programs = {};
      expect((await open()).describe().isolation).toBe("undetermined");
    });

    test.each([
      ["gone", () => rmSync(join(dir, "isolation"))],
      ["empty", () => writeFileSync(join(dir, "isolation"), "")],
      ["garbled", () => writeFileSync(join(dir, "isolation"), "nonesuch")],
    ])(
      "uses nothing weaker when its record is %s, and rewrites it with the strongest",
      async (_, happens) => {
        happens();
        programs = {};
        const { isolation, reasons } = (await open()).describe();
        expect(isolation).toBe("undetermined");
        expect(reasons.at(-1)).toMatch(/have run with is unknown/);
        programs = here;
        expect((await open()).describe().isolation).toBe("bubblewrap");
        expect(record()).toBe("bubblewrap\n");
      },
    );
  });

  test("starts nothing when the level cannot be recorded", async () => {
    writeFileSync(join(root, "data"), "a file where the folder should be");
    const executor = await open("none");
    expect(executor.describe()).toMatchObject({
      isolation: "undetermined",
      reasons: [expect.stringMatching(/could not be established: (ENOTDIR|EEXIST)/)],
    });
    rmSync(join(root, "data"));
    expect((await executor.establish()).isolation).toBe("none");
    expect(record()).toBe("none\n");
  });

  test("writes nothing to its folder when it chooses the same isolation again", async () => {
    const { isolation } = (await open()).describe();
    const looks = () => ["", ...readdirSync(dir)].map((name) => statSync(join(dir, name)).ctimeMs);
    const before = isolation === "undetermined" ? [] : looks();
    expect((await open()).describe().isolation).toBe(isolation);
    if (isolation !== "undetermined") expect(looks()).toEqual(before);
  });
});
