import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Case, Step } from "../model.ts";
import { callsOf, tracedCalls } from "./system-calls.ts";

/** A command that runs another one and writes its system calls to a file, or why this machine has none. */
export type Tracer = { command: (file: string) => string[] } | { missing: string };

/** Whether the system calls of a step are observed. */
export const isTracedStep = ({ expect }: Step): boolean =>
  expect.durable !== undefined || expect.oneWrite !== undefined;

/** Whether a case can only be run where system calls can be traced. */
export const isTraced = ({ steps }: Case): boolean => steps.some(isTracedStep);

let found: Tracer | undefined;

/** Returns the tracer of this machine: strace, if it is installed and the system lets it trace a process. */
export function tracer(): Tracer {
  found ??= findTracer();
  return found;
}

/** Returns why this machine cannot run a case; undefined if it can. */
export function hindrance(one: Case): string | undefined {
  if (!isTraced(one)) return undefined;
  const own = tracer();
  return "missing" in own ? own.missing : undefined;
}

/** Arguments of strace, also for the printed script of a case. Strings are cut, but paths are always whole. */
export const traceArguments = [
  ...["-f", "-y", "-qq", "-s", "0", "-e", "signal=none"],
  ...["-e", `trace=${tracedCalls.map((name) => `?${name}`).join(",")}`],
];

function findTracer(): Tracer {
  const strace = (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "strace"))
    .find(isProgram);
  if (strace === undefined) return { missing: "strace is not installed" };
  let problem = "";
  // Old versions of strace cannot skip the calls that are not asked for, which makes processes slow.
  for (const faster of [["--seccomp-bpf"], []]) {
    const command = (file: string) => [strace, ...faster, ...traceArguments, "-o", file];
    const said = trial(command);
    if (said === undefined) return { command };
    problem = said;
  }
  return { missing: `strace cannot trace a process here: ${problem}` };
}

/** Traces a small program. Returns what went wrong. */
function trial(command: (file: string) => string[]): string | undefined {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "conformance-trial-")));
  try {
    const [program = "", ...args] = command(join(dir, "calls"));
    const write = ["/bin/sh", "-c", "echo x > written"];
    const { status, stderr } = spawnSync(program, [...args, ...write], {
      cwd: dir,
      encoding: "utf8",
      timeout: 10_000,
    });
    if (status !== 0 || stderr !== "") return stderr.trim().split("\n")[0] || `it ended with ${status}`;
    const calls = callsOf(readFileSync(join(dir, "calls"), "latin1"));
    const isSeen = calls.some(({ kind, path }) => kind === "write" && path === join(dir, "written"));
    return isSeen ? undefined : "it does not report a write";
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
