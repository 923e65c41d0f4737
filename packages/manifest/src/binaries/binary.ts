import { showPath } from "../files/path-rules.ts";
import { artifactOf, type EntrypointFault } from "../runtimes/entrypoint-name.ts";
import type { Runtime } from "../runtimes/table.ts";

/** Number of bytes at the start of a file that identify its format. */
export const magicBytes = 20;

/** ELF machine numbers by Node's architecture names. */
const machines: Record<string, number> = { arm: 40, arm64: 183, ia32: 3, riscv64: 243, s390x: 22, x64: 62 };

export function isElf(start: Buffer): boolean {
  return start.length >= 4 && start.readUInt32BE(0) === 0x7f454c46;
}

/** Checks the first bytes of a compiled entrypoint. Returns `undefined` if the format is right. */
export function artifactFault(
  runtime: Runtime,
  path: string,
  start: Buffer,
  architecture: string,
): EntrypointFault | undefined {
  const shown = showPath(path);
  const rebuild = `Build the project for Linux on ${architecture} and name ${artifactOf(runtime)} that it writes.`;
  if (runtime.kind === "assembly" && start.toString("latin1", 0, 2) !== "MZ") {
    return { code: "entrypoint.not_an_assembly", message: `${shown} is not a .NET assembly.`, next: rebuild };
  }
  if (runtime.kind === "jar" && start.toString("latin1", 0, 4) !== "PK\u0003\u0004") {
    return { code: "entrypoint.not_a_jar", message: `${shown} is not a jar.`, next: rebuild };
  }
  if (runtime.kind !== "binary") return undefined;
  if (!isElf(start)) {
    const message = `${shown} is ${foreignFormat(start)}, not a Linux binary.`;
    return { code: "entrypoint.not_a_binary", message, next: rebuild };
  }
  const built = elfArchitecture(start);
  if (built === architecture) return undefined;
  const message = `${shown} is built for ${built}; this platform runs ${architecture}.`;
  return { code: "entrypoint.wrong_architecture", message, next: rebuild };
}

export function elfArchitecture(start: Buffer): string {
  if (start.length < magicBytes) return "an unknown machine";
  const bits = start[4] === 2 ? 64 : 32;
  const machine = start[5] === 2 ? start.readUInt16BE(18) : start.readUInt16LE(18);
  const name = Object.keys(machines).find((candidate) => machines[candidate] === machine);
  if (name === "x64" && bits === 32) return "x32";
  return name ?? `machine number ${machine}`;
}

export function foreignFormat(start: Buffer): string {
  if (start.length === 0) return "empty";
  const magic = start.toString("hex", 0, 4);
  if (start.toString("latin1", 0, 2) === "#!") return "a script";
  if (start.toString("latin1", 0, 2) === "MZ") return "a Windows program";
  if (["cffaedfe", "cefaedfe", "feedfacf", "feedface", "cafebabe"].includes(magic)) return "a macOS program";
  return "a file of another format";
}
