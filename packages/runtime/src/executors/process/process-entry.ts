import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";

/** One process of this machine, as `/proc/<pid>/stat` tells it. */
export interface ProcessEntry {
  pid: number;
  ppid: number;
  session: number;
  /** Clock ticks after boot; with the pid and the boot id it names one process for ever. */
  startTime: string;
  /** True for a zombie: it has ended and waits to be collected. */
  ended: boolean;
  /** True while it stands still because of SIGSTOP or the like. */
  stopped: boolean;
  /** Processor time of all its threads, in clock ticks. */
  ownTicks: number;
  /** Processor time of the ended children that it has collected, and of theirs, in clock ticks. */
  childTicks: number;
  threads: number;
  /** False once it has given its memory back, on its way out. */
  hasMemory: boolean;
  /** Memory it has in store, shared pages in full. */
  residentBytes: number;
}

const buffer = Buffer.alloc(4096);

/**
 * Reads a small file of `/proc` without the three allocations that readFileSync makes; `undefined` when its process is gone
 * or not ours to see. Any other failure is thrown: out of file descriptors, nobody may be taken for dead.
 */
function readSmall(path: string): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, "r");
    return buffer.toString("latin1", 0, readSync(fd, buffer, 0, buffer.length, 0));
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? ""))
      return undefined;
    throw error;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

let page: number | undefined;

/** Size of a page of memory, which is not 4 KiB on every machine. */
function pageBytes(): number {
  page ??= 1024 * Number(readSmall("/proc/self/smaps")?.match(/^KernelPageSize:\s+(\d+)/m)?.[1] ?? 4);
  return page;
}

/** The process with this pid in our pid namespace; `undefined` when there is none. */
export function readProcess(pid: number): ProcessEntry | undefined {
  const stat = readSmall(`/proc/${pid}/stat`);
  if (!stat) return undefined;
  // The name stands in parentheses and may hold both blanks and parentheses: count from its last one.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return {
    pid,
    ppid: Number(fields[1]),
    session: Number(fields[3]),
    startTime: fields[19] ?? "",
    ended: fields[0] === "Z" || fields[0] === "X",
    stopped: fields[0] === "T" || fields[0] === "t",
    ownTicks: Number(fields[11]) + Number(fields[12]),
    childTicks: Number(fields[13]) + Number(fields[14]),
    threads: Number(fields[17]),
    hasMemory: fields[20] !== "0",
    residentBytes: Number(fields[21]) * pageBytes(),
  };
}

/** The children of a process, zombies included. */
export function readChildren(pid: number): ProcessEntry[] {
  const children = readSmall(`/proc/${pid}/task/${pid}/children`);
  if (children === undefined) return listProcesses().filter((entry) => entry.ppid === pid);
  return children.split(" ").flatMap((child) => (child ? (readProcess(Number(child)) ?? []) : []));
}

/** Every process that we can see, zombies included. */
export function listProcesses(): ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const name of readdirSync("/proc")) {
    const first = name.charCodeAt(0);
    if (first < 49 || first > 57) continue;
    const entry = readProcess(Number(name));
    if (entry) entries.push(entry);
  }
  return entries;
}

/** The real user id of a process. The owner of its folder would not do: a process can hide behind root there. */
export function readUser(pid: number): number | undefined {
  const uid = readSmall(`/proc/${pid}/status`)?.match(/^Uid:\s+(\d+)/m)?.[1];
  return uid === undefined ? undefined : Number(uid);
}

/** Its pid in the innermost pid namespace it lives in. */
export function readInnerPid(pid: number): number | undefined {
  const pids = readSmall(`/proc/${pid}/status`)?.match(/^NSpid:\s+(.*)$/m)?.[1];
  return pids === undefined ? undefined : Number(pids.split(/\s+/).at(-1));
}

/** The beginning of the command line of a process; empty when it is ending. */
export function readCommand(pid: number): string {
  return readSmall(`/proc/${pid}/cmdline`) ?? "";
}

/** Whether the environment a process was started with holds this `NAME=value`. */
export function hasEnvironment(pid: number, assignment: string): boolean {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}`.includes(`\0${assignment}\0`);
  } catch {
    return false;
  }
}

/** The value of one variable of the environment a process was started with. */
export function readEnvironment(pid: number, name: string): string | undefined {
  try {
    const environ = `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}`;
    const start = environ.indexOf(`\0${name}=`);
    if (start < 0) return undefined;
    const from = start + name.length + 2;
    return environ.slice(from, environ.indexOf("\0", from));
  } catch {
    return undefined;
  }
}

/** Memory of a process with shared pages counted in parts, in bytes. Slow: the kernel walks its pages. */
export function readProportionalBytes(pid: number): number {
  const kib = readSmall(`/proc/${pid}/smaps_rollup`)?.match(/^Pss:\s+(\d+) kB/m)?.[1];
  return Number(kib ?? 0) * 1024;
}
