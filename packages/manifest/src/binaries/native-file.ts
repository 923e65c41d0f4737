import { type PackEntry, readEntryStart } from "../files/pack-entry.ts";
import { showPath } from "../files/path-rules.ts";
import type { Problem } from "../problems/problem.ts";
import {
  describeInterpreter,
  describeMachine,
  type Interpreter,
  interpreterOf,
  type Target,
} from "../runtimes/target.ts";
import { elfArchitecture, foreignFormat, isElf } from "./binary.ts";

/** What compiled files must fit. */
export type Fit = { runtime: string; architecture: string; target?: Target };

/** A compiled file of a dependency, and why it cannot be loaded. */
export type NativeFile = { path: string; fault?: string };

/** Bytes that are searched for the name of the C library. */
const searchedBytes = 64 * 1024;
/** Reads what a compiled file was built for. */
export async function look(entry: PackEntry, fit: Fit): Promise<NativeFile> {
  const fault = nativeFileFault(entry.path, await readEntryStart(entry, searchedBytes), fit);
  return { path: entry.path, ...(fault !== undefined && { fault }) };
}

/** The problem of a dependency none of whose files fits. */
export function wrongPlatform(files: readonly NativeFile[], { target, architecture, runtime }: Fit): Problem {
  const [first] = files;
  const interpreter = interpreterOf(target, runtime);
  const machine = target ? describeMachine(target) : `Linux on ${architecture}`;
  const platform = interpreter ? `${describeInterpreter(interpreter)}, ${machine}` : machine;
  const others = files.length > 1 ? ` So are ${files.length - 1} more files of it.` : "";
  return {
    code: "dependency.wrong_platform",
    file: first!.path,
    message: `${showPath(first!.path)} ${first!.fault}; the platform runs ${platform}.${others}`,
    next: "Deploy with `platform custom-bot deploy`, which installs dependencies for the platform, or leave out what was installed for another machine.",
    severity: "error",
  };
}

/**
 * Returns why a compiled module or library cannot be loaded, as the rest of a sentence: "is built for arm64". Looks at its
 * name and its first bytes.
 */
function nativeFileFault(path: string, start: Buffer, fit: Fit): string | undefined {
  if (!isElf(start)) {
    const format = foreignFormat(start);
    // A linker script is a text, and a placeholder may be empty.
    return /Windows|macOS/.test(format) ? `is ${format.replace("program", "library")}` : undefined;
  }
  const built = elfArchitecture(start);
  if (built !== fit.architecture) return `is built for ${built}`;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const libc = libcOf(path, start);
  if (fit.target && libc !== undefined && libc !== fit.target.libc) return `is built for ${libc}`;
  const interpreter = interpreterOf(fit.target, fit.runtime);
  return interpreter && (interpreter.implementation === "node" ? nodeFault : pythonFault)(name, interpreter);
}

/** The C library that the names of needed libraries tell, or else the path. */
function libcOf(path: string, start: Buffer): "glibc" | "musl" | undefined {
  if (start.includes("libc.musl-")) return "musl";
  if (start.includes("libc.so.6")) return "glibc";
  if (/(?:^|[^a-z]|linux)musl(?![a-z])/i.test(path)) return "musl";
  return /linux-gnu|glibc/.test(path) ? "glibc" : undefined;
}

function pythonFault(name: string, interpreter: Interpreter): string | undefined {
  const [, version, flags] = /\.cpython-(\d+)([a-z]*)-/.exec(name) ?? [];
  if (version !== undefined) {
    if (interpreter.abi === `cp${version}${flags}`) return undefined;
    const built = { ...interpreter, implementation: "cpython" as const, abi: `cp${version}${flags}` };
    return `is built for ${describeInterpreter({ ...built, version: `3.${version.slice(1)}` })}`;
  }
  if (/\.pypy\d/.test(name) && interpreter.implementation !== "pypy") return "is built for PyPy";
  if (/\.abi3\./.test(name) && /^cp\d+t/.test(interpreter.abi)) return "is built for a Python with the GIL";
  return undefined;
}

/** Modules without Node-API name the number of the interface that they were built for. */
function nodeFault(name: string, { abi }: Interpreter): string | undefined {
  const built = /(?:^|[.-])(?:abi|node-v)(\d+)(?=[.-])/.exec(name)?.[1];
  return built === undefined || built === abi ? undefined : `is built for module version ${built} of Node.js`;
}
