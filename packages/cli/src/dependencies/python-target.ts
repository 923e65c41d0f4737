import { type Interpreter, interpreterOf, type Runtime, type Target } from "@botyard/manifest";
import type { Context } from "../context.ts";
import { runTool } from "./run-tool.ts";

/** The interpreter and the machine that Python packages are installed for. */
export interface PythonTarget {
  interpreter: Interpreter;
  machine: Target;
}

/** Returns what packages of a Python runtime are installed for; `undefined` if it is not known. */
export function pythonTarget(runtime: Runtime, machine: Target | undefined): PythonTarget | undefined {
  const interpreter = interpreterOf(machine, runtime.id);
  return machine && interpreter && { interpreter, machine };
}

const ask = `
import json, os, platform, sys, sysconfig
parts = (sysconfig.get_config_var("SOABI") or "").split("-")
name = sys.implementation.name
try: libc, version = os.confstr("CS_GNU_LIBC_VERSION").split()
except (AttributeError, OSError, ValueError): libc, version = "musl", ""
json.dump({
    "system": platform.system().lower(),
    "machine": platform.machine(),
    "bits": sys.maxsize.bit_length() + 1,
    "version": "%d.%d" % sys.version_info[:2],
    "abi": "cp" + parts[1] if name == "cpython" and len(parts) > 1 else "_".join(parts[:2]),
    "libc": libc,
    "libcVersion": version,
}, sys.stdout)
`;

/** Whether what this Python builds and chooses also works on the target: then source distributions can be built, too. */
export async function isTarget(context: Context, python: string, target: PythonTarget): Promise<boolean> {
  const own = JSON.parse(await runTool(context, { argv: [python, "-I", "-c", ask] }));
  const { interpreter, machine } = target;
  return (
    own.system === machine.os &&
    own.machine === machineName(machine) &&
    (own.bits === 64) === /64|s390x/.test(machine.architecture) &&
    own.version === minorOf(interpreter) &&
    own.abi === interpreter.abi &&
    own.libc === machine.libc &&
    (own.libc === "musl" || !isNewer(own.libcVersion, machine.libc_version))
  );
}

/**
 * Returns the options that let pip choose wheels for the target. Wheels that need a C library of this version or an older
 * one are in the order of preference.
 */
export function pipOptions({ interpreter, machine }: PythonTarget): string[] {
  const name = machineName(machine);
  const [major = 2, minor = 28] = machine.libc_version.split(".").map(Number);
  const platforms =
    machine.libc === "musl"
      ? from(minor, 0).map((version) => `musllinux_${major}_${version}_${name}`)
      : from(minor, /64$|86$/.test(name) && name !== "aarch64" ? 5 : 17).flatMap((version) => [
          `manylinux_${major}_${version}_${name}`,
          ...(alias[version] === undefined ? [] : [`${alias[version]}_${name}`]),
        ]);
  return [
    ...["--only-binary=:all:", "--python-version", interpreter.version],
    ...["--implementation", interpreter.implementation === "pypy" ? "pp" : "cp", "--abi", interpreter.abi],
    ...[...platforms, `linux_${name}`].flatMap((platform) => ["--platform", platform]),
  ];
}

/** Older names of the same platforms. */
const alias: Record<number, string> = { 17: "manylinux2014", 12: "manylinux2010", 5: "manylinux1" };

/** Returns the values of environment markers on the target, such as `python_version < "3.12"`. */
export function markersOf({ interpreter, machine }: PythonTarget): Record<string, string> {
  const isPypy = interpreter.implementation === "pypy";
  return {
    implementation_name: interpreter.implementation,
    implementation_version: interpreter.version,
    os_name: "posix",
    platform_machine: machineName(machine),
    platform_python_implementation: isPypy ? "PyPy" : "CPython",
    platform_release: "",
    platform_system: "Linux",
    platform_version: "",
    python_full_version: interpreter.version,
    python_version: minorOf(interpreter),
    sys_platform: "linux",
  };
}

const minorOf = ({ version }: Interpreter): string => version.split(".").slice(0, 2).join(".");

/** The name of the architecture in the tags of wheels. */
function machineName({ architecture }: Target): string {
  const names: Record<string, string> = { x64: "x86_64", arm64: "aarch64", ia32: "i686", arm: "armv7l" };
  return names[architecture] ?? architecture;
}

const from = (newest: number, oldest: number): number[] =>
  Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, index) => newest - index);

function isNewer(version: string, than: string): boolean {
  const [a = 0, b = 0] = version.split(".").map(Number);
  const [c = 0, d = 0] = than.split(".").map(Number);
  return a > c || (a === c && b > d);
}
