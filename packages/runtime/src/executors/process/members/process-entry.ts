import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";

/** A process of this machine, from `/proc/<pid>/stat`. */
export interface ProcessEntry {
  pid: number;
  ppid: number;
  session: number;
  /** Start time in clock ticks after boot. Together with the pid and the boot id it identifies a process uniquely. */
  startTime: string;
  /** True for a zombie, which has ended but has not been collected. False while a thread of it runs, even if the first has ended. */
  ended: boolean;
  /** True while it is stopped, for instance by SIGSTOP. */
  stopped: boolean;
  /** CPU time of all its threads, in clock ticks. */
  ownTicks: number;
  /** CPU time of the ended children that it has collected, and of their children, in clock ticks. */
  childTicks: number;
  threads: number;
  /** False once it has released its memory while it exits. */
  hasMemory: boolean;
  /** Resident memory in bytes, with shared pages counted in full. */
  residentBytes: number;
}

const buffer = Buffer.alloc(4096);

/**
 * Reads a small file of `/proc` without the three allocations of readFileSync. Returns `undefined` if the process is
 * gone or not accessible. Throws other errors, such as too many open files, so that no process is mistaken for ended.
 */
function readSmall(path: string): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, "r");
    return buffer.toString("latin1", 0, readSync(fd, buffer, 0, buffer.length, 0));
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Whether an error says that a process is gone or not accessible. */
function isGone(error: unknown): boolean {
  return ["ENOENT", "ESRCH", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "");
}

let page: number | undefined;

/** Returns the size of a memory page, which is not 4 KiB on every machine. */
function pageBytes(): number {
  page ??= 1024 * Number(readSmall("/proc/self/smaps")?.match(/^KernelPageSize:\s+(\d+)/m)?.[1] ?? 4);
  return page;
}

function readStat(path: string): string[] | undefined {
  const stat = readSmall(path);
  // The name is in parentheses and may itself contain spaces and parentheses, so start after the last one.
  return stat ? stat.slice(stat.lastIndexOf(")") + 2).split(" ") : undefined;
}

const hasEnded = ([state]: readonly string[]) => state === "Z" || state === "X";

/** Returns the ids of the threads of a process without the first one, which has the id of the process. */
function otherThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).filter((thread) => thread !== String(pid));
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/** Returns what `read` finds in the folder of the first thread that has something; a thread that has ended has no memory. */
function readThreads<Found>(pid: number, read: (folder: string) => Found | undefined): Found | undefined {
  const found = read(`/proc/${pid}`);
  if (found) return found;
  for (const thread of otherThreads(pid)) {
    const next = read(`/proc/${pid}/task/${thread}`);
    if (next) return next;
  }
  return found;
}

/** Returns the process with this pid in the current pid namespace; `undefined` if there is none. */
export function readProcess(pid: number): ProcessEntry | undefined {
  const fields = readStat(`/proc/${pid}/stat`);
  if (!fields) return undefined;
  const threads = Number(fields[17]);
  const ended = hasEnded(fields) && threads <= 1;
  const running =
    hasEnded(fields) && !ended
      ? readThreads(pid, (folder) => {
          const found = readStat(`${folder}/stat`);
          return found && !hasEnded(found) ? found : undefined;
        })
      : undefined;
  const [state, memory] = [(running ?? fields)[0], (running ?? fields).slice(20, 22)];
  return {
    pid,
    ppid: Number(fields[1]),
    session: Number(fields[3]),
    startTime: fields[19] ?? "",
    ended,
    stopped: state === "T" || state === "t",
    ownTicks: Number(fields[11]) + Number(fields[12]),
    childTicks: Number(fields[13]) + Number(fields[14]),
    threads,
    hasMemory: memory[0] !== "0",
    residentBytes: Number(memory[1]) * pageBytes(),
  };
}

/** Returns the children of a process, including zombies. */
export function readChildren(pid: number): ProcessEntry[] {
  const children = readSmall(`/proc/${pid}/task/${pid}/children`);
  if (children === undefined) return listProcesses().filter((entry) => entry.ppid === pid);
  return children.split(" ").flatMap((child) => (child ? (readProcess(Number(child)) ?? []) : []));
}

/** Returns the pids of all visible processes. */
export function listPids(): number[] {
  const pids: number[] = [];
  for (const name of readdirSync("/proc")) {
    const first = name.charCodeAt(0);
    if (first >= 49 && first <= 57) pids.push(Number(name));
  }
  return pids;
}

/** Returns all visible processes, including zombies. */
export function listProcesses(): ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const pid of listPids()) {
    const entry = readProcess(pid);
    if (entry) entries.push(entry);
  }
  return entries;
}

/** Returns the real user id of a process. The owner of its `/proc` folder can be root for a process of another user. */
export function readUser(pid: number): number | undefined {
  const uid = readSmall(`/proc/${pid}/status`)?.match(/^Uid:\s+(\d+)/m)?.[1];
  return uid === undefined ? undefined : Number(uid);
}

/** Returns the pids of a process, from the one in the current pid namespace to that in its innermost one. */
export function readPids(pid: number): number[] {
  const pids = readSmall(`/proc/${pid}/status`)?.match(/^NSpid:\s+(.*)$/m)?.[1];
  return pids === undefined ? [] : pids.split(/\s+/).map(Number);
}

/** Returns the pid of a process in its innermost pid namespace. */
export function readInnerPid(pid: number): number | undefined {
  return readPids(pid).at(-1);
}

/** Returns the start of the command line of a process; empty while it exits. */
export function readCommand(pid: number): string {
  return readThreads(pid, (folder) => readSmall(`${folder}/cmdline`)) ?? "";
}

/** Returns the environment with which a process was started, with a null byte before and after each assignment. */
function environmentOf(pid: number): string {
  const found = readThreads(pid, (folder) => {
    try {
      return readFileSync(`${folder}/environ`, "latin1");
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  });
  return `\0${found ?? ""}`;
}

/** Returns true if the process was started with `NAME=value` in its environment. */
export function hasEnvironment(pid: number, assignment: string): boolean {
  try {
    return environmentOf(pid).includes(`\0${assignment}\0`);
  } catch {
    return false;
  }
}

/** Returns the value of a variable in the environment with which a process was started. */
export function readEnvironment(pid: number, name: string): string | undefined {
  return readVariables(pid, [name])[0];
}

/** Returns the values of variables in the environment with which a process was started. */
export function readVariables(pid: number, names: readonly string[]): (string | undefined)[] {
  const environ = environmentOf(pid);
  return names.map((name) => {
    const start = environ.indexOf(`\0${name}=`);
    if (start < 0) return undefined;
    const from = start + name.length + 2;
    return environ.slice(from, environ.indexOf("\0", from));
  });
}

/** Proportional set size of a process, in bytes. */
export interface Proportional {
  all: number;
  /** Mapped from memory that processes share by name or by descriptor. */
  shared: number;
}

/** Reads the proportional set size of a process. Slow: the kernel walks its pages. */
export function readProportional(pid: number): Proportional {
  const rollup = readThreads(pid, (folder) => readSmall(`${folder}/smaps_rollup`)) ?? "";
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1] ?? 0) * 1024;
  return { all: read("Pss"), shared: read("Pss_Shmem") };
}
