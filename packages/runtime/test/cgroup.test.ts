import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GroupPlaces } from "../src/executors/process/cgroups/group-places.ts";
import { findGroups, removeUnusedLater } from "../src/executors/process/cgroups/groups.ts";
import { executorWithin } from "../src/executors/process/process-executor.ts";
import { openWorkshop, printed, textOf, until, type Workshop, withoutGroups } from "./workshop.ts";

/**
 * Creates a folder that imitates a delegated cgroup: new groups have control files that keep what is written to them.
 * They do not limit anything; tests write what the kernel would report.
 */
function imitate() {
  const mount = mkdtempSync(join(tmpdir(), "botyard cgroup-"));
  const path = join(mount, "bots.service");
  const files = (folder: string, texts: Record<string, string>) => {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  };
  const innerTexts = {
    ...{ "cgroup.controllers": "cpuset cpu io memory pids\n", "cgroup.subtree_control": "" },
    ...{ "cgroup.procs": "", "cgroup.type": "domain\n" },
  };
  mkdirSync(join(path, "platform"), { recursive: true });
  files(path, innerTexts);
  /** The final contents of the files of each removed group. */
  const removed = new Map<string, (file: string) => string>();
  const groupTexts: Record<string, string> = {
    ...{ "cgroup.procs": "", "cgroup.kill": "", "cgroup.events": "populated 0\nfrozen 0\n" },
    ...{ "cpu.max": "max 100000\n", "memory.max": "max\n", "memory.swap.max": "max\n" },
    ...{ "memory.oom.group": "0\n", "memory.events": "oom 0\noom_kill 0\n", "pids.max": "max\n" },
  };
  const places: GroupPlaces = {
    mounts: `30 20 0:26 / /proc rw - proc proc rw\n31 20 0:27 / ${mount.replaceAll(" ", "\\040")} rw,nosuid - cgroup2 cgroup2 rw\n`,
    own: "1:cpu:/\n0::/bots.service/platform\n",
    folders: {
      make(folder) {
        mkdirSync(folder);
        files(folder, basename(folder).startsWith("launch-") ? groupTexts : innerTexts);
      },
      remove(folder) {
        const names = readdirSync(folder);
        if (names.some((name) => name.startsWith("launch-"))) throw new Error("EBUSY");
        const texts = Object.fromEntries(names.map((name) => [name, textOf(join(folder, name))]));
        removed.set(basename(folder), (name) => texts[name] ?? "");
        rmSync(folder, { recursive: true });
      },
    },
  };
  return { mount, path, places, groupTexts, innerTexts, files, removed };
}

let cgroups: ReturnType<typeof imitate>;
beforeEach(() => {
  cgroups = imitate();
});
afterEach(() => rmSync(cgroups.mount, { recursive: true }));

describe("a bot in an imitated delegated cgroup", () => {
  let workshop: Workshop;
  beforeEach(async () => {
    workshop = await openWorkshop("none", withoutGroups);
  });
  afterEach(() => workshop.close());

  const dir = () => join(workshop.root, "executor");
  const executor = () =>
    executorWithin(
      { dir: dir(), isolation: "none" },
      { findGroups: () => findGroups(dir(), cgroups.places) },
    );
  const own = () => join(cgroups.path, nameOf(dir()));
  const group = (id: string) => join(own(), `launch-${id}`);
  const says = (id: string, file: string) => readFileSync(join(group(id), file), "utf8");

  it("has its limits set before it starts, runs in the group with its reaper, and the group is removed when it ends", async () => {
    const platform = await executor();
    expect(platform.describe()).toMatchObject({
      limits: "cgroup",
      reasons: ['Isolation "none" was requested.'],
    });
    const spec = workshop.spec('cat "$GROUP/cpu.max" "$GROUP/cgroup.procs"; echo; echo ready; sleep 1000');
    spec.extraEnv = { GROUP: group(spec.id) };
    spec.limits = { memoryBytes: 64 << 20, processes: 20, cpus: 0.25, openFiles: 64 };
    const launch = await platform.launch(spec);
    expect(await printed(launch, "ready")).toBe("25000 1000000\n\nready\n");
    expect(says(spec.id, "memory.max")).toBe(`${64 << 20}`);
    expect(says(spec.id, "memory.swap.max")).toBe("0");
    expect(says(spec.id, "memory.oom.group")).toBe("1");
    expect(says(spec.id, "pids.max")).toBe("21");
    for (const path of [cgroups.path, own()])
      expect(textOf(join(path, "cgroup.subtree_control"))).toBe("+cpu +memory +pids");
    expect(await launch.kill()).toMatchObject({ signal: "SIGKILL" });
    expect(existsSync(own())).toBe(false);
    expect(cgroups.removed.get(`launch-${spec.id}`)?.("cgroup.kill")).toBe("");
  });

  it("is found by the next platform, which removes the group, even if no group is delegated to that platform", async () => {
    const next = await executor();
    const { folders } = cgroups.places;
    cgroups.places.folders = { ...folders };
    const platform = await executor();
    // Simulates that the first platform was killed: it does not remove the group.
    cgroups.places.folders.remove = () => {
      throw new Error("dead");
    };
    for (const successor of [next, workshop.executor]) {
      const spec = workshop.spec("echo ready; sleep 1000");
      const launch = await platform.launch(spec);
      await printed(launch, "ready");
      // The second successor uses plain rmdir, for which the folder must be empty.
      if (successor === workshop.executor)
        for (const file of Object.keys(cgroups.groupTexts)) rmSync(join(group(spec.id), file));
      const adopted = await successor.adopt(launch.record);
      expect(existsSync(group(spec.id))).toBe(true);
      expect(await adopted?.stop(5_000)).toMatchObject({ signal: "SIGTERM" });
      expect(existsSync(group(spec.id))).toBe(false);
    }
  });

  it("is reported as killed for its memory if the kernel killed it together with its reaper", async () => {
    const spec = workshop.spec("echo ready; sleep 1000");
    const launch = await (await executor()).launch(spec);
    await printed(launch, "ready");
    writeFileSync(join(group(spec.id), "memory.events"), "oom 1\noom_kill 3\noom_group_kill 1\n");
    writeFileSync(join(group(spec.id), "memory.peak"), `${spec.limits.memoryBytes}\n`);
    process.kill(launch.record.process?.pid ?? 0, "SIGKILL");
    expect(await launch.ended).toEqual({
      limit: { name: "memory", used: spec.limits.memoryBytes, allowed: spec.limits.memoryBytes },
      endedAt: expect.any(Date),
    });
  });

  it("is killed through its group if processes are left in it", async () => {
    const spec = workshop.spec("echo ready; sleep 1000");
    const launch = await (await executor()).launch(spec);
    await printed(launch, "ready");
    writeFileSync(join(group(spec.id), "cgroup.events"), "populated 1\n");
    void launch.kill();
    await until("the group to be killed", () => says(spec.id, "cgroup.kill") === "1");
    writeFileSync(join(group(spec.id), "cgroup.events"), "populated 0\n");
    await launch.ended;
    expect(existsSync(group(spec.id))).toBe(false);
  });

  it("is not started if one of its limits cannot be set", async () => {
    const platform = await executor();
    delete cgroups.groupTexts["pids.max"];
    const launching = platform.launch(workshop.spec("exit 0"));
    await expect(launching).rejects.toMatchObject({ code: "spawn_failed", message: /pids\.max/ });
  });
});

describe("the group of a platform's bots", () => {
  const find = () => findGroups("/data/executor", cgroups.places);
  const made = () => {
    const group = find().make("x", { memoryBytes: 1 << 30, processes: 32, cpus: 0.5, openFiles: 64 });
    return relative(cgroups.mount, (group.place as { cgroup: string }).cgroup);
  };

  it("is in the delegated group, beside the platform's own subgroup", () => {
    expect(made()).toBe(`bots.service/${nameOf("/data/executor")}/launch-x`);
  });

  it("has a name of its own for each data folder", () => {
    expect(nameOf("/data/executor")).not.toBe(nameOf("/other/executor"));
    expect(nameOf("/data/executor")).toMatch(/^botyard-[0-9a-f]{12}$/);
  });

  it("is beside the platform's group, if none is delegated and the platform may create it there", () => {
    cgroups.places.own = "0::/bots.service/other.service\n";
    mkdirSync(join(cgroups.path, "other.service"));
    cgroups.files(join(cgroups.path, "other.service"), {
      ...{ "cgroup.type": "domain\n", "cgroup.procs": "1\n", "memory.max": "max\n" },
    });
    expect(made()).toBe(`bots.service/${nameOf("/data/executor")}/launch-x`);
  });

  it("is not beside the platform's group if this has limits, which would not apply there", () => {
    cgroups.places.own = "0::/bots.service/other.service\n";
    mkdirSync(join(cgroups.path, "other.service"));
    cgroups.files(join(cgroups.path, "other.service"), {
      "cgroup.type": "domain\n",
      "memory.max": "1000000\n",
      "cpu.max": "max 100000\n",
    });
    expect(made).toThrow(/has limits of its own \(memory\.max\)/);
  });

  it("is below the root of all groups, although that contains processes, if the platform is in it", () => {
    cgroups.places.own = "0::/\n";
    const { "cgroup.type": _, ...texts } = cgroups.innerTexts;
    cgroups.files(cgroups.mount, { ...texts, "cgroup.procs": "1\n2\n" });
    expect(made()).toBe(`${nameOf("/data/executor")}/launch-x`);
  });

  it("loses the groups that a killed platform left unused, a minute after the next one has started", () => {
    vi.useFakeTimers();
    try {
      made();
      const path = join(cgroups.path, nameOf("/data/executor"));
      removeUnusedLater(find());
      vi.advanceTimersByTime(59_000);
      expect(existsSync(join(path, "launch-x"))).toBe(true);
      vi.advanceTimersByTime(2_000);
      expect(existsSync(path)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a cgroup that cannot hold bots is not used", () => {
  const refusal = () => {
    try {
      return findGroups("/data/executor", cgroups.places) && "none";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const without = (file: string) => {
    delete cgroups.groupTexts[file];
  };

  it.each<[string, () => unknown, RegExp]>([
    ["no cgroup v2 is mounted", () => (cgroups.places.mounts = ""), /no cgroup v2 is mounted/],
    [
      "the group above the platform's is not shown",
      () => (cgroups.places.own = "0::/bots.service\n"),
      /the group above the platform's cgroup \/bots\.service is not visible/,
    ],
    [
      "a controller is missing",
      () => writeFileSync(join(cgroups.path, "cgroup.controllers"), "cpu pids\n"),
      /lacks the controllers memory/,
    ],
    [
      "other processes are in it",
      () => writeFileSync(join(cgroups.path, "cgroup.procs"), "1\n"),
      /processes outside its subgroups/,
    ],
    [
      "controllers cannot be enabled",
      () => rmSync(join(cgroups.path, "cgroup.subtree_control")),
      /subtree_control/,
    ],
    ["there is no cpu.max", () => without("cpu.max"), /cpu\.max/],
    ["there is no memory.oom.group", () => without("memory.oom.group"), /memory\.oom\.group/],
    ["there is no cgroup.kill", () => without("cgroup.kill"), /cgroup\.kill/],
    ["there is no memory.events", () => without("memory.events"), /memory\.events/],
  ])("because %s", (_, take, reason) => {
    take();
    expect(refusal()).toMatch(reason);
    // Only the trial group was created, and it has been removed.
    expect([...cgroups.removed.keys()].filter((name) => !/^(launch-trial|botyard)-/.test(name))).toEqual([]);
    expect(readdirSync(cgroups.path).filter((name) => name.startsWith("botyard"))).toEqual([]);
  });

  it("and the executor says that memory is watched and not bounded, and why", async () => {
    cgroups.places.mounts = "";
    const workshop = await openWorkshop("none", { findGroups: () => findGroups("/x", cgroups.places) });
    const { limits, reasons } = workshop.executor.describe();
    expect(limits).toBe("watched");
    expect(reasons.at(-1)).toMatch(
      /^The memory of bots is watched and not bounded,.*: no cgroup v2 is mounted\.$/,
    );
    await workshop.close();
  });
});

/** The name of the group of the executor with this folder. */
const nameOf = (dir: string) => `botyard-${createHash("sha256").update(dir).digest("hex").slice(0, 12)}`;
