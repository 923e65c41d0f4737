import { existsSync, lstatSync } from "node:fs";
import { delimiter, join } from "node:path";
import { postgresVersion } from "../drive/postgres.ts";
import { run } from "./command.ts";
import { unpack } from "./unpacked.ts";

/** A program that tests need. */
export interface Toolchain {
  name: string;
  /** Its packages on Debian and Ubuntu. Without them it is optional, because the gate cannot install it. */
  aptPackages?: string[];
  /** Whether the gate unpacks these packages and does not install them, because they would start a service. */
  unpacks?: true;
  /** How to install it, if that is not by apt. */
  install?: string;
  isThere(): Promise<boolean>;
  /** Says its version, if its name does not begin with a program that does so with `--version`. */
  version?(): Promise<string>;
}

/** The toolchains that this machine lacks, each with a sentence that says how to install it. */
export type Missing = ReadonlyMap<Toolchain, string>;

/** Returns the path of the first supported Python on PATH, with 3.11 preferred; undefined if there is none. */
export async function findPython(): Promise<string | undefined> {
  const ask = "import sys; print(sys.executable) if sys.version_info >= (3, 11) else sys.exit(1)";
  for (const name of ["python3.11", "python3", "python3.12", "python3.13", "python3.14"]) {
    const { code, output } = await run(name, ["-c", ask], { quiet: true });
    if (code === 0) return output.trim();
  }
  return undefined;
}

export const python: Toolchain = {
  name: "Python 3.11 with venv and pip",
  aptPackages: ["python3", "python3-venv", "python3-pip"],
  async isThere() {
    const found = await findPython();
    return (
      found !== undefined &&
      (await run(found, ["-c", "import ensurepip, pip, venv"], { quiet: true })).code === 0
    );
  },
  version: async () => (await run((await findPython()) ?? "python3", ["-VV"], { quiet: true })).output,
};

/** A program that a Debian package brings; `proof` are arguments with which it succeeds. */
export const program = (name: string, aptPackage: string, ...proof: string[]): Toolchain => ({
  name,
  aptPackages: [aptPackage],
  isThere: async () => (await run(name, proof, { quiet: true })).code === 0,
});

/**
 * A program of a Debian package that starts a service when it is installed. The gate unpacks the package instead.
 *
 * @param proof arguments with which it succeeds and says its version
 */
const ofService = (name: string, aptPackage: string, ...proof: string[]): Toolchain => ({
  name,
  aptPackages: [aptPackage],
  unpacks: true,
  isThere: async () => (await run(name, proof, { quiet: true })).code === 0,
  version: async () => (await run(name, proof, { quiet: true })).output,
});

/** Proxies that are put in front of the platform. */
export const proxies = [ofService("nginx", "nginx", "-v"), ofService("caddy", "caddy", "version")];
/** Checks the alert rules for Prometheus. */
export const promtool = ofService("promtool", "prometheus", "--version");

/** A server for the tests whose records PostgreSQL keeps. */
export const postgres: Toolchain = {
  name: "PostgreSQL",
  aptPackages: ["postgresql"],
  unpacks: true,
  isThere: async () => postgresVersion() !== undefined,
  version: async () => postgresVersion() ?? "",
};

export const bubblewrap = program("bwrap", "bubblewrap", "--version");
/** Shells with completions to test. bash is always available. */
export const shells = [program("fish", "fish", "--version"), program("zsh", "zsh", "--version")];
/** The SDK in the tutorial is written in Perl. */
export const perl = program("perl", "perl", "-e", "use v5.36; use JSON::PP");
/** `setpriv`, `unshare` and `mount`, for bots that run as other users and for small disks in tests. */
export const utilLinux = program("setpriv", "util-linux", "--version");

/** A browser without windows, for the pages of the platform. */
export const chromium = program("chromium-headless-shell", "chromium-headless-shell", "--version");

/** Shows the conformance suite which files a bot flushes to disk. */
export const strace = program("strace", "strace", "--version");

/** A compiler that apt has, with all that a build needs; `headers` are those that it must find. */
export const compiler = (name: string, aptPackages: string[], headers: string[]): Toolchain => ({
  name,
  aptPackages,
  async isThere() {
    const includes = headers.map((header) => `#include <${header}>\n`).join("");
    const compile =
      'cmake --version && clang-format --version && printf "%s" "$1" | g++ -std=c++20 -fsyntax-only -x c++ -';
    return (await run("sh", ["-c", compile, "sh", includes], { quiet: true })).code === 0;
  },
});

/**
 * A toolchain that only its own installer brings in a recent version. It is missing if the program is not on PATH or
 * older than required. A program that is there but does not say its version counts as installed, so that a broken
 * toolchain fails its part.
 *
 * @param since the oldest version, such as `1.88`
 */
export const ownInstaller = (name: string, since: string, install: string): Toolchain => ({
  name: `${name} ${since} or newer`,
  install,
  async isThere() {
    if (!isOnPath(name)) return false;
    const { code, output } = await run(name, ["--version"], { quiet: true });
    const found = code === 0 ? /\d+(?:\.\d+)+/.exec(output)?.[0] : undefined;
    return found === undefined || found.localeCompare(since, "en", { numeric: true }) >= 0;
  },
});

/** A program of a Debian package that the gate does not install, because few tests use it. */
const installedByHand = (name: string, aptPackage: string): Toolchain => ({
  name,
  install: `install it with: apt-get install -y ${aptPackage}`,
  isThere: async () => isOnPath(name),
});
export const userModeLinux = installedByHand("linux.uml", "user-mode-linux");

/** Whether a folder of PATH has an entry of this name, even one that cannot be executed. */
export const isOnPath = (name: string): boolean =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .some((folder) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined);

const isRootOnDebian = (): boolean => process.getuid?.() === 0 && existsSync("/etc/debian_version");

/** Installs missing programs with apt if this is allowed. Returns a sentence for each that is still missing. */
export async function provide(tools: Toolchain[], mayInstall: boolean): Promise<Map<Toolchain, string>> {
  const missing = await missingOf(tools);
  const reasons = new Map(missing.map((tool) => [tool, adviceFor(tool)]));
  const installable = missing.filter(({ aptPackages }) => aptPackages !== undefined);
  if (installable.length === 0 || !mayInstall || !isRootOnDebian()) return reasons;
  for (const [does, some] of [
    ["Installing missing programs: apt-get install -y", installable.filter(({ unpacks }) => !unpacks)],
    [
      "Unpacking missing programs into .botyard: apt-get download",
      installable.filter(({ unpacks }) => unpacks),
    ],
  ] as const) {
    const packages = some.flatMap(({ aptPackages = [] }) => aptPackages);
    if (packages.length > 0) console.log(`${does} ${packages.join(" ")}`);
  }
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { quiet: true, env });
  // One by one, so that an unavailable package does not prevent the others.
  for (const tool of installable) {
    const { aptPackages = [] } = tool;
    const install = ["install", "-y", "--no-install-recommends", ...aptPackages];
    const { code, output } = tool.unpacks
      ? await unpack(aptPackages)
      : await run("apt-get", install, { quiet: true, env });
    if (code === 0 && (await tool.isThere())) reasons.delete(tool);
    else reasons.set(tool, `${reasons.get(tool)} (apt failed: ${output.trim().split("\n").at(-1)})`);
  }
  return reasons;
}

/** Returns a sentence that says how to install a missing toolchain. */
export const adviceFor = ({ name, aptPackages, install }: Toolchain): string =>
  aptPackages === undefined
    ? `${name} is missing; ${install}`
    : `${name} is missing; install it with: apt-get install -y ${aptPackages.join(" ")}`;

async function missingOf(tools: Toolchain[]): Promise<Toolchain[]> {
  const there = await Promise.all(tools.map((tool) => tool.isThere()));
  return tools.filter((_, at) => !there[at]);
}
