import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../root.ts";
import { run, succeed } from "../run/command.ts";
import { nodePackage, writeApplication } from "./application.ts";
import { publishedPackages } from "./packages.ts";

const sources = join(root, "packages", "repo", "debian");

/** Debian's names of the architectures that there is a Node.js package for. */
const architectures: Record<string, string> = { x64: "amd64", arm64: "arm64" };

/** The names of the command. */
const names = ["botyard", "platform"];

/** Why the Debian package cannot be built on this machine, in one sentence; undefined if it can. */
export async function whyNoDebian(): Promise<string | undefined> {
  if (!architectures[process.arch]) return `there is no Node.js package for ${process.arch}`;
  if (!existsSync(nodePackage)) return `${nodePackage} is missing; npm start installs it`;
  const { code } = await run("dpkg-deb", ["--version"], { quiet: true });
  return code === 0
    ? undefined
    : "dpkg-deb is missing; build on Debian or Ubuntu, or install the package dpkg";
}

/**
 * Packs the Debian package of this machine's architecture into a folder. The same sources and the same dpkg give the same
 * bytes.
 *
 * @param archives folder of the packed archives
 * @param version of the package; default: that of the command
 * @returns its file name
 */
export async function packDebian(
  archives: string,
  folder: string,
  version: string = publishedPackages().find(({ name }) => name === "@botyard/cli")!.version,
): Promise<string> {
  const stage = mkdtempSync(join(tmpdir(), "botyard-debian-"));
  try {
    const application = join(stage, "usr/lib/botyard");
    mkdirSync(application, { recursive: true });
    await writeApplication(archives, application);
    copyFileSync(join(nodePackage, "bin", "node"), join(application, "node"));
    place("botyard.service", "usr/lib/systemd/system/botyard.service");
    place("platform.env", "etc/botyard/platform.env");
    const command = readFileSync(join(sources, "command"), "utf8");
    for (const name of names) {
      symlinkSync("platform.mjs", join(application, "bin", name));
      write(`usr/bin/${name}`, command.replaceAll("@NAME@", name), 0o755);
    }
    const documents = join(stage, "usr/share/doc/botyard");
    mkdirSync(documents, { recursive: true });
    cpSync(join(root, "docs/reference/environment.md"), join(documents, "environment.md"));
    cpSync(join(root, "LICENSE"), join(documents, "copyright"));
    cpSync(join(nodePackage, "LICENSE"), join(documents, "LICENSE.nodejs"));
    const kilobytes = Math.ceil(bytesIn(stage) / 1024);
    for (const script of ["postinst", "prerm", "postrm"]) place(script, `DEBIAN/${script}`);
    write("DEBIAN/conffiles", "/etc/botyard/platform.env\n");
    const architecture = architectures[process.arch]!;
    write("DEBIAN/control", control(version, architecture, kilobytes));
    const epoch = await sourceDate();
    settle(stage, epoch);
    mkdirSync(folder, { recursive: true });
    const file = `botyard_${version}_${architecture}.deb`;
    const build = ["--build", "--root-owner-group", "-Zzstd", "-z12", "--threads-max=1"];
    await succeed("dpkg-deb", [...build, stage, join(folder, file)], { SOURCE_DATE_EPOCH: `${epoch}` });
    return file;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }

  function place(name: string, path: string): void {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    copyFileSync(join(sources, name), join(stage, path));
  }

  function write(path: string, text: string, mode = 0o644): void {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    writeFileSync(join(stage, path), text, { mode });
  }
}

/** setpriv, unshare and nsenter are in util-linux, which every Debian has; bots in Python need python3, and time zones in each language tzdata. */
const control = (version: string, architecture: string, kilobytes: number): string => `Package: botyard
Version: ${version}
Architecture: ${architecture}
Maintainer: The Botyard authors <botyard@localhost>
Installed-Size: ${kilobytes}
Depends: adduser, bubblewrap, ca-certificates, init-system-helpers (>= 1.52), libc6 (>= 2.28), libgcc-s1, libstdc++6, tzdata, util-linux
Recommends: python3
Section: misc
Priority: optional
Description: platform for trading bots
 Runs trading bots continuously or on a schedule, each in a sandbox and with a
 network of its own, and stores their metrics, logs and results. Has a
 dashboard, a REST API, a tool server for assistants, and a command line.
`;

/** The time of all files: SOURCE_DATE_EPOCH, or that of the last commit. */
export async function sourceDate(): Promise<number> {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH);
  const { code, output } = await run("git", ["log", "-1", "--format=%ct"], { quiet: true });
  return code === 0 ? Number(output) : 0;
}

function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Gives everything in a folder the same time, and modes that do not depend on the umask. */
function settle(folder: string, time: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) settle(path, time);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
    if (!entry.isDirectory()) lutimesSync(path, time, time);
  }
  chmodSync(folder, 0o755);
  lutimesSync(folder, time, time);
}
