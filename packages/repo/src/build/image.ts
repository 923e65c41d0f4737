import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { succeed } from "../run/command.ts";
import { isOnPath } from "../run/toolchains.ts";
import { sourceDate } from "./debian.ts";

/** The release of Debian in the image. */
export const suite = "bookworm";

/** The user of the image, as a number, which Kubernetes requires of one that is not root. */
export const user = 10001;

/** Why the image cannot be built on this machine, in one sentence; undefined if it can. */
export function whyNoImage(): string | undefined {
  if (process.getuid?.() !== 0) return "only root can write the files of other users into it";
  const missing = ["mmdebstrap", "umoci"].filter((name) => !isOnPath(name));
  return missing.length === 0
    ? undefined
    : `${missing.join(" and ")} missing; install it with: apt-get install -y ${missing.join(" ")}`;
}

/**
 * Writes an image of a Debian with the package installed, as an archive that `docker load` and `podman load` read.
 *
 * @param deb path of the Debian package
 * @returns the file name
 */
export async function packImage(deb: string, folder: string): Promise<string> {
  const [, version, architecture] = /^botyard_(.+)_(.+)\.deb$/.exec(basename(deb))!;
  const stage = mkdtempSync(join(tmpdir(), "botyard-image-"));
  const epoch = await sourceDate();
  const created = new Date(epoch * 1000).toISOString();
  try {
    const layer = join(stage, "layer.tar");
    await makeRoot(deb, layer, epoch);
    const layout = join(stage, "layout");
    const image = `${layout}:${version}`;
    await succeed("umoci", ["init", "--layout", layout]);
    await succeed("umoci", ["new", "--image", image]);
    const history = ["--history.created", created, "--image", image];
    await succeed("umoci", ["raw", "add-layer", ...history, layer]);
    await succeed("umoci", ["config", ...settings(architecture!), "--created", created, ...history]);
    await succeed("umoci", ["gc", "--layout", layout]);
    mkdirSync(folder, { recursive: true });
    const file = `botyard-${version}-oci-${architecture}.tar`;
    const fixed = ["--sort=name", `--mtime=@${epoch}`, "--owner=0", "--group=0", "--numeric-owner"];
    await succeed("tar", [...fixed, "--mode=go=rX,u+rw", "-cf", join(folder, file), "-C", layout, "."]);
    return file;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Writes the files of a minimal Debian with the package, its dependencies and tini as an archive. */
async function makeRoot(deb: string, archive: string, epoch: number): Promise<void> {
  const inside = "/var/cache/botyard.deb";
  const inRoot = (command: string) => `--customize-hook=chroot "$1" ${command}`;
  await succeed(
    "mmdebstrap",
    [
      ...["--quiet", "--variant=minbase", "--include=adduser,bubblewrap,ca-certificates,python3,tini"],
      inRoot(`adduser --quiet --system --group --uid ${user} --home /var/lib/botyard botyard`),
      `--customize-hook=cp "${deb}" "$1${inside}"`,
      inRoot(`apt-get install -y -qq --no-install-recommends ${inside}`),
      `--customize-hook=rm "$1${inside}"`,
      ...[suite, archive],
    ],
    { SOURCE_DATE_EPOCH: `${epoch}` },
  );
}

/** tini ends the processes that bots leave. Bots end with the container, so they are stopped with the platform. */
const settings = (architecture: string): string[] =>
  Object.entries({
    architecture,
    os: "linux",
    "config.user": `${user}:${user}`,
    "config.entrypoint": ["/usr/bin/tini", "--", "/usr/bin/botyard"],
    "config.cmd": ["serve", "--stop-bots"],
    "config.env": [
      ...["PLATFORM_DATA_DIR=/var/lib/botyard", "PLATFORM_HOST=0.0.0.0"],
      // Without a sandbox, bots of this user could read the keys of the platform.
      "PLATFORM_ISOLATION=bubblewrap",
    ],
    "config.workingdir": "/var/lib/botyard",
    "config.volume": "/var/lib/botyard",
    "config.exposedports": "7070/tcp",
    "config.label": "org.opencontainers.image.title=Botyard",
  }).flatMap(([name, values]) => [values].flat().map((value) => `--${name}=${value}`));
