import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { succeed } from "../run/command.ts";
import { isOnPath } from "../run/toolchains.ts";
import { whyNoKernel } from "./own-kernel.ts";

/** Size of the disk, most of which is never written. */
const diskBytes = 3 * 1024 ** 3;

/** Why no Debian can be installed and started on this machine, in one sentence; undefined if it can. */
export function whyNoMachine(): string | undefined {
  const missing = ["mmdebstrap", "mke2fs"].filter((name) => !isOnPath(name));
  if (missing.length > 0)
    return `${missing.join(" and ")} missing; on Debian: apt install mmdebstrap e2fsprogs`;
  return whyNoKernel();
}

/** A Debian with systemd and nothing else, on a disk of its own, which runs one script and ends. */
export class DebianMachine {
  readonly #dir = mkdtempSync(join(tmpdir(), "botyard-machine-"));
  readonly #disk = join(this.#dir, "disk");
  /** A folder of this machine that the other one has at `/shared`. */
  readonly shared = join(this.#dir, "shared");

  constructor() {
    mkdirSync(this.shared);
  }

  /**
   * Installs Debian from the package registry.
   *
   * @param deb a package whose dependencies are put into apt's cache, as when it has been installed before
   */
  async install(suite: string, deb: string): Promise<void> {
    const files = join(this.#dir, "files");
    await succeed("mmdebstrap", [
      ...["--quiet", "--variant=minbase", "--include=systemd-sysv", "--format=directory"],
      // Packages and lists stay, since the machine has no network.
      ...["--skip=cleanup/apt", "--skip=essential/unlink"],
      `--customize-hook=cp "${deb}" "$1/var/cache/${basename(deb)}"`,
      `--customize-hook=chroot "$1" apt-get install -y -qq -o APT::Install-Recommends=true --download-only "/var/cache/${basename(deb)}"`,
      `--customize-hook=rm "$1/var/cache/${basename(deb)}"`,
      ...[suite, files],
    ]);
    writeFileSync(join(files, "etc/systemd/system/script.service"), unit);
    writeFileSync(join(files, "etc/fstab"), `none /shared hostfs ${this.shared} 0 0\n`);
    mkdirSync(join(files, "shared"));
    const wanted = join(files, "etc/systemd/system/multi-user.target.wants");
    spawnSync("ln", ["-s", "../script.service", join(wanted, "script.service")]);
    writeFileSync(this.#disk, "");
    truncateSync(this.#disk, diskBytes);
    await succeed("mke2fs", ["-q", "-t", "ext4", "-d", files, this.#disk]);
    rmSync(files, { recursive: true });
  }

  /** Copies a file to the shared folder. */
  bring(file: string): void {
    copyFileSync(file, join(this.shared, basename(file)));
  }

  /**
   * Starts the machine, runs a script for sh as root in the shared folder, and turns it off.
   *
   * @returns what the script printed
   * @throws {Error} if the script fails or takes longer, with its output and what the machine printed
   */
  async run(script: string, limitMs: number): Promise<string> {
    writeFileSync(join(this.shared, "script"), script);
    const options = ["mem=1536M", `ubd0=${this.#disk}`, "root=/dev/ubda", "rw", "con=null", "con0=null,fd:1"];
    const child = spawn("linux.uml", options, {
      stdio: ["ignore", "pipe", "pipe"],
      // Processes of the machine are processes of this one.
      detached: true,
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (printed += text));
    const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), limitMs);
    await new Promise((ended, failed) => child.once("close", ended).once("error", failed));
    clearTimeout(timer);
    const read = (name: string) => {
      const file = join(this.shared, name);
      return existsSync(file) ? readFileSync(file, "utf8") : "";
    };
    if (read("code").trim() !== "0")
      throw new Error(
        `The script failed or did not end in time:\n${read("output")}\n${printed.slice(-4000)}`,
      );
    return read("output");
  }

  close(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

const unit = `[Unit]
RequiresMountsFor=/shared

[Service]
Type=oneshot
TimeoutStartSec=infinity
Environment=HOME=/root
ExecStart=/bin/sh -c 'cd /shared && sh script >output 2>&1; echo $? >code; sync; systemctl poweroff --force --no-block'
`;
