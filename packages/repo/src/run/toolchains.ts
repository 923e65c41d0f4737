import { existsSync } from "node:fs";
import { run } from "./command.ts";

/** Something a part of the tests needs from the machine, and how Debian and Ubuntu call it. */
export interface Toolchain {
  name: string;
  aptPackages: string[];
  isThere(): Promise<boolean>;
}

/** The newest Python on PATH that the SDK supports, by its real path; undefined when there is none. */
export async function findPython(): Promise<string | undefined> {
  const ask = "import sys; print(sys.executable) if sys.version_info >= (3, 11) else sys.exit(1)";
  for (const name of ["python3.11", "python3", "python3.12", "python3.13", "python3.14"]) {
    const { code, output } = await run(name, ["-c", ask], { quiet: true });
    if (code === 0) return output.trim();
  }
  return undefined;
}

export const python: Toolchain = {
  name: "Python 3.11 with venv",
  aptPackages: ["python3", "python3-venv", "python3-pip"],
  async isThere() {
    const found = await findPython();
    return (
      found !== undefined && (await run(found, ["-c", "import ensurepip, venv"], { quiet: true })).code === 0
    );
  },
};

export const bubblewrap: Toolchain = {
  name: "bubblewrap",
  aptPackages: ["bubblewrap"],
  isThere: async () => (await run("bwrap", ["--version"], { quiet: true })).code === 0,
};

const isRootOnDebian = (): boolean => process.getuid?.() === 0 && existsSync("/etc/debian_version");

/** Makes sure of a toolchain: there already, or installed by apt where allowed. Otherwise the sentence that says why not. */
export async function ensure(tool: Toolchain, mayInstall: boolean): Promise<string | undefined> {
  if (await tool.isThere()) return undefined;
  const install = `apt-get install -y ${tool.aptPackages.join(" ")}`;
  const missing = `${tool.name} is missing; install it with: ${install}`;
  if (!mayInstall || !isRootOnDebian()) return missing;
  console.log(`Installing ${tool.name}: ${install}`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { quiet: true, env });
  const { code, output } = await run("apt-get", install.split(" ").slice(1), { quiet: true, env });
  if (code === 0 && (await tool.isThere())) return undefined;
  return `${missing} (apt failed: ${output.trim().split("\n").at(-1) ?? "no output"})`;
}
