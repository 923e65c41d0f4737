import { execFile } from "node:child_process";
import { realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import type { Runtime } from "@botyard/manifest";

const start = promisify(execFile);

export type Wanted = NonNullable<Runtime["tool"]>;

/** A runtime's interpreter, with shims, links and virtual environments resolved. */
export interface Tool {
  path: string;
  version: string;
  /** Folders and files that it needs in addition to those of the system. */
  roots: string[];
  /** Python only: identifies the form of its bytecode. */
  bytecode?: string;
  /** Python only: the interface of compiled modules, such as `cp311`. */
  abi?: string;
}

/** @throws {Error} with the first line that the program writes, such as that of a shim without the version */
async function run(program: string, argv: string[]): Promise<{ stdout: string; stderr: string }> {
  return start(program, argv, { timeout: 20_000 }).catch(({ message, stderr = "" }) => {
    const [said = ""] = stderr.trim().split("\n");
    throw new Error(said || String(message).split("\n")[0]);
  });
}

/** Asks a program what it is. */
export async function probe(candidate: string, wanted: Wanted): Promise<Tool> {
  if (wanted.names.includes("node")) return probeNode(candidate, wanted);
  if (wanted.names.some((name) => name.startsWith("python"))) return probePython(candidate);
  const { stdout, stderr } = await run(candidate, wanted.versionArguments);
  const path = await realpath(candidate);
  const folder = dirname(path);
  const roots = [basename(folder) === "bin" ? dirname(folder) : folder];
  return { path, version: versionIn(`${stdout}\n${stderr}`), roots };
}

/** Node needs only its binary. Its folder is not mounted, because it may be a home folder. */
async function probeNode(candidate: string, wanted: Wanted): Promise<Tool> {
  const { stdout } =
    candidate === process.execPath
      ? { stdout: process.version }
      : await run(candidate, wanted.versionArguments);
  const path = await realpath(candidate);
  return { path, version: versionIn(stdout), roots: [path] };
}

/** The ABI tag is that in the names of wheels: `cpython-311-x86_64-linux-gnu` is cp311. */
const askPython = `import json, sys, sysconfig
from importlib.util import MAGIC_NUMBER
executable = getattr(sys, "_base_executable", sys.executable)
version = "%d.%d.%d" % sys.version_info[:3]
bytecode = "%s %s" % (sys.implementation.cache_tag, MAGIC_NUMBER.hex())
parts = (sysconfig.get_config_var("SOABI") or "").split("-")
abi = "cp" + parts[1] if sys.implementation.name == "cpython" and len(parts) > 1 else None
print(json.dumps([executable, sys.base_prefix, sys.base_exec_prefix, version, bytecode, abi]))
`;

type Known = [
  executable: string,
  prefix: string,
  execPrefix: string,
  version: string,
  bytecode: string,
  abi: string | null,
];

/** Asks the interpreter for its path, because the program on PATH may be a shim. */
async function probePython(candidate: string): Promise<Tool> {
  const { stdout } = await run(candidate, ["-I", "-c", askPython]);
  const [executable, prefix, execPrefix, version, bytecode, abi] = JSON.parse(stdout) as Known;
  const path = await realpath(executable);
  const roots = [...new Set([path, prefix, execPrefix])];
  return { path, version, roots, bytecode, ...(abi !== null && { abi }) };
}

const versionIn = (text: string): string => text.match(/\d+(\.\d+)*/)?.[0] ?? "";

/** Whether a version such as `3.11.7` is at least `3.11`. */
export function isAtLeast(version: string, minimum: string): boolean {
  const has = version.split(".").map(Number);
  for (const [index, least] of minimum.split(".").map(Number).entries()) {
    const part = has[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
