import { existsSync } from "node:fs";
import { run } from "./command.ts";

/** A program that tests need, and its packages on Debian and Ubuntu. */
export interface Toolchain {
  name: string;
  aptPackages: string[];
  isThere(): Promise<boolean>;
}

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
};

const program = (name: string, aptPackage: string, ...proof: string[]): Toolchain => ({
  name,
  aptPackages: [aptPackage],
  isThere: async () => (await run(name, proof, { quiet: true })).code === 0,
});

export const bubblewrap = program("bwrap", "bubblewrap", "--version");
/** Shells with completions to test. bash is always available. */
export const shells = [program("fish", "fish", "--version"), program("zsh", "zsh", "--version")];
/** The SDK in the tutorial is written in Perl. */
export const perl = program("perl", "perl", "-e", "use v5.36; use JSON::PP");
/** `setpriv`, `unshare` and `mount`, for bots that run as other users and for small disks in tests. */
export const utilLinux = program("setpriv", "util-linux", "--version");

const isRootOnDebian = (): boolean => process.getuid?.() === 0 && existsSync("/etc/debian_version");

/** Installs missing programs with apt if this is allowed. Returns a sentence for each that is still missing. */
export async function provide(tools: Toolchain[], mayInstall: boolean): Promise<Map<Toolchain, string>> {
  const missing = await missingOf(tools);
  const reasons = new Map(
    missing.map((tool) => [
      tool,
      `${tool.name} is missing; install it with: apt-get install -y ${tool.aptPackages.join(" ")}`,
    ]),
  );
  if (missing.length === 0 || !mayInstall || !isRootOnDebian()) return reasons;
  const packages = missing.flatMap(({ aptPackages }) => aptPackages);
  console.log(`Installing missing programs: apt-get install -y ${packages.join(" ")}`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { quiet: true, env });
  // One by one, so that an unavailable package does not prevent the others.
  for (const tool of missing) {
    const install = ["install", "-y", "--no-install-recommends", ...tool.aptPackages];
    const { code, output } = await run("apt-get", install, { quiet: true, env });
    if (code === 0 && (await tool.isThere())) reasons.delete(tool);
    else reasons.set(tool, `${reasons.get(tool)} (apt failed: ${output.trim().split("\n").at(-1)})`);
  }
  return reasons;
}

async function missingOf(tools: Toolchain[]): Promise<Toolchain[]> {
  const there = await Promise.all(tools.map((tool) => tool.isThere()));
  return tools.filter((_, at) => !there[at]);
}
