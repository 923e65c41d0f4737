import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Debian's package `user-mode-linux`: a kernel that is a program, with the files of this machine. */
const kernel = "linux.uml";

/** Returns why no kernel can be started on this machine; undefined if one can. */
export function whyNoKernel(): string | undefined {
  // Its bots need users of their own, and its files belong to the users of this machine.
  if (process.getuid?.() !== 0) return "only root can run a kernel with the files of this machine";
  if (spawnSync(kernel, ["--version"]).error !== undefined) return "user-mode-linux is not installed";
  refusal ??= { why: whyNotHere() };
  return refusal.why;
}

let refusal: { why: string | undefined } | undefined;

/** The kernel fails at its first process on a processor with more registers than it has room for, such as those of AMX. */
function whyNotHere(): string | undefined {
  const options = ["mem=64M", "con=null", "con0=null,fd:1", "panic=-1", "init=/bin/true"];
  const { stdout, stderr } = spawnSync(kernel, [...options, ...hostFiles], {
    timeout: 30_000,
    encoding: "utf8",
  });
  return /ptrace set fp regs failed/.test(stdout + stderr)
    ? "user-mode-linux does not know the registers of this processor"
    : undefined;
}

/** The files of this machine are those of the kernel. */
const hostFiles = ["root=/dev/root", "rootfstype=hostfs", "rootflags=/", "rw"];

/**
 * Starts a kernel, runs a command in a cgroup (version 2), and returns what the kernel and the command printed.
 *
 * @param group path of the command's cgroup below the root
 * @throws {Error} if the kernel does not end within the time, with what was printed
 */
export async function runInOwnKernel(
  argv: string[],
  cwd: string,
  limitMs: number,
  group: string,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "botyard-kernel-"));
  const init = join(folder, "init");
  writeFileSync(init, initScript(argv, cwd, group), { mode: 0o755 });
  const options = ["mem=3G", "quiet", "con=null", "con0=null,fd:1"];
  const files = [...hostFiles, `init=${init}`];
  // A group of its own: processes of the kernel are processes of this machine.
  const child = spawn(kernel, [...options, ...files], { stdio: ["ignore", "pipe", "pipe"], detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    process.kill(-(child.pid ?? 0), "SIGKILL");
  }, limitMs);
  try {
    await new Promise((ended, failed) => child.once("close", ended).once("error", failed));
    if (isLate) throw new Error(`the kernel did not end within ${limitMs / 1000} s and printed:\n${output}`);
    return output;
  } finally {
    clearTimeout(timer);
    rmSync(folder, { recursive: true });
  }
}

/** The first process: prepares the machine as an init system does, runs the command, and turns the machine off. */
const initScript = (argv: string[], cwd: string, group: string): string => `#!/bin/sh
export PATH=${quoted(process.env.PATH ?? "")} HOME=/run/home TMPDIR=/run/tmp CI=true
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs -o mode=755 tmpfs /run
mount -t tmpfs tmpfs /dev/shm
mkdir -m 1777 /run/tmp
mkdir /run/home
ip link set lo up
mount -t tmpfs tmpfs /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
cd /sys/fs/cgroup
echo "+cpu +memory +pids" >cgroup.subtree_control
mkdir -p ./${quoted(group)}
(
  echo 0 >./${quoted(group)}/cgroup.procs
  cd ${quoted(cwd)} && exec ${argv.map(quoted).join(" ")}
)
sync
echo o >/proc/sysrq-trigger
sleep 60
`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
