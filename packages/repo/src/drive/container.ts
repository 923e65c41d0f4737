import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isOnPath } from "../run/toolchains.ts";

/** What a service of a compose file says of the rights of its container. */
export interface Rights {
  security_opt?: string[];
  cap_drop?: string[];
}

/** Why no container can be started on this machine, in one sentence; undefined if one can. */
export function whyNoContainer(): string | undefined {
  if (process.getuid?.() !== 0) return "only root can start a container with a user of its own";
  const missing = ["runc", "umoci"].filter((name) => !isOnPath(name));
  return missing.length === 0
    ? undefined
    : `${missing.join(" and ")} missing; on Debian: apt install runc umoci`;
}

/** An image, unpacked for runc. */
export class Image {
  readonly #dir = mkdtempSync(join(tmpdir(), "botyard-image-"));
  readonly bundle = join(this.#dir, "bundle");

  /** @param archive an archive of an OCI image with one tag */
  constructor(archive: string) {
    const layout = join(this.#dir, "layout");
    mkdirSync(layout);
    execFileSync("tar", ["-xf", archive, "-C", layout]);
    const { manifests } = JSON.parse(readFileSync(join(layout, "index.json"), "utf8"));
    const tag = manifests[0].annotations["org.opencontainers.image.ref.name"];
    execFileSync("umoci", ["unpack", "--image", `${layout}:${tag}`, this.bundle], { stdio: "pipe" });
    rmSync(layout, { recursive: true });
  }

  close(): void {
    rmSync(this.#dir, { recursive: true });
  }
}

/** A container that runc runs, with what Docker would give it. */
export class Container {
  readonly #id = `botyard-${randomUUID()}`;
  readonly #process: ChildProcess;
  /** What it has printed. */
  said = "";

  /** @param volume a folder of this machine, for the data folder */
  constructor({ bundle }: Image, volume: string, rights: Rights) {
    const file = join(bundle, "config.json");
    const config = JSON.parse(readFileSync(file, "utf8"));
    restrict(config, rights);
    const mounts = config.mounts.filter(({ destination }: { destination: string }) => destination !== data);
    config.mounts = [
      ...mounts,
      { destination: data, type: "none", source: volume, options: ["rbind", "rw"] },
    ];
    config.process.terminal = false;
    writeFileSync(file, JSON.stringify(config));
    this.#process = spawn("runc", ["run", "--bundle", bundle, this.#id], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#process.stdout!, this.#process.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => (this.said += text));
  }

  /** Waits until it has printed this. */
  async says(wanted: RegExp): Promise<void> {
    while (!wanted.test(this.said)) {
      const news = [once(this.#process.stdout!, "data"), once(this.#process.stderr!, "data")];
      const ended = once(this.#process, "close").then(() => {
        throw new Error(`The container ended without saying ${wanted}:\n${this.said}`);
      });
      await Promise.race([...news, ended]);
    }
  }

  /** Runs a command in it, as its user, and returns what it prints. */
  run(...command: string[]): string {
    return execFileSync("runc", ["exec", this.#id, ...command], { encoding: "utf8", stdio: "pipe" });
  }

  /** Stops it as an engine does; returns its exit code. */
  async stop(): Promise<number | null> {
    if (this.#process.exitCode !== null) return this.#process.exitCode;
    const ended = once(this.#process, "close");
    execFileSync("runc", ["kill", this.#id, "TERM"]);
    const [code] = (await ended) as [number | null];
    return code;
  }
}

const data = "/var/lib/botyard";

/** What Docker keeps of the capabilities of root, and a user that is not root can at most regain. */
const bounding = [
  ...["CHOWN", "DAC_OVERRIDE", "FSETID", "FOWNER", "MKNOD", "NET_RAW", "SETGID", "SETUID", "SETFCAP"],
  ...["SETPCAP", "NET_BIND_SERVICE", "SYS_CHROOT", "KILL", "AUDIT_WRITE"],
].map((name) => `CAP_${name}`);

/** What Docker covers, and what it lets nobody change. */
const maskedPaths = [
  ...["acpi", "asound", "interrupts", "kcore", "keys", "latency_stats", "sched_debug", "scsi", "timer_list"],
  "timer_stats",
].map((name) => `/proc/${name}`);
const readonlyPaths = ["bus", "fs", "irq", "sys", "sysrq-trigger"].map((name) => `/proc/${name}`);

/** The flags of clone(2) that make namespaces: of mounts, cgroups, host names, IPC, users, processes and networks. */
const newNamespaces = [17, 25, 26, 27, 28, 29, 30].map((bit) => 2 ** bit);

/** The part of Docker's filter that a container without CAP_SYS_ADMIN meets when it makes sandboxes. */
const seccomp = {
  defaultAction: "SCMP_ACT_ALLOW",
  syscalls: [
    {
      names: [
        ...["fsconfig", "fsmount", "fsopen", "fspick", "mount", "mount_setattr", "move_mount", "open_tree"],
        ...["pivot_root", "setdomainname", "sethostname", "setns", "umount", "umount2", "unshare"],
      ],
      action: "SCMP_ACT_ERRNO",
    },
    ...newNamespaces.map((flag) => ({
      names: ["clone"],
      action: "SCMP_ACT_ERRNO",
      args: [{ index: 0, value: flag, valueTwo: flag, op: "SCMP_CMP_MASKED_EQ" }],
    })),
    { names: ["clone3"], action: "SCMP_ACT_ERRNO", errnoRet: 38 },
  ],
};

// biome-ignore lint/suspicious/noExplicitAny: a configuration of runc.
function restrict(config: any, { security_opt = [], cap_drop = [] }: Rights): void {
  const held = cap_drop.includes("ALL") ? [] : bounding;
  config.process.capabilities = {
    bounding: held,
    effective: [],
    permitted: [],
    inheritable: [],
    ambient: [],
  };
  config.process.noNewPrivileges = false;
  if (security_opt.includes("seccomp=unconfined")) delete config.linux.seccomp;
  else config.linux.seccomp = seccomp;
  const isOpen = security_opt.includes("systempaths=unconfined");
  config.linux.maskedPaths = isOpen ? [] : maskedPaths;
  config.linux.readonlyPaths = isOpen ? [] : readonlyPaths;
}
