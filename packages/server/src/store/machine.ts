import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Types of file systems (statfs) whose inode numbers change when they are mounted again. */
const unsteady = new Set([
  // FUSE and virtiofs, 9p, FAT, exFAT, SMB in its two versions, the shared folders of VirtualBox.
  0x65735546, 0x01021997, 0x4d44, 0x2011bab0, 0xff534d42, 0xfe534d42, 0x786f4256,
]);
const overlay = 0x794c7630;

/** What the platform knows of the machine that it runs on. For tests, each can be replaced. */
export interface Machine {
  /** A hash of the machine's id; `undefined` if it has none that stays the same. */
  id(): string | undefined;
  /** Whether the files in a folder keep their inode numbers. */
  keepsInodes(folder: string): boolean;
}

export const thisMachine: Machine = {
  id: () => machineId("/", process.env),
  keepsInodes: (folder) => !unsteady.has(statfsSync(folder).type >>> 0),
};

/**
 * Returns a hash of the id in `etc/machine-id` (machine-id(5)), which identifies an installation of the system. Containers
 * and live systems have none, or one that lasts as long as they do.
 * @param root the root folder
 */
export function machineId(root: string, env: Record<string, string | undefined>): string | undefined {
  if (isContainer(root, env) || statfsSync(root).type >>> 0 === overlay) return undefined;
  try {
    const file = realpathSync(join(root, "etc/machine-id"));
    // systemd mounts an id over the file that it could not write, which is another one after a reboot.
    const isMounted = statSync(file).dev !== statSync(dirname(file)).dev;
    const id = readFileSync(file, "utf8").trim();
    if (isMounted || !/^[0-9a-f]{32}$/.test(id)) return undefined;
    // The id itself is confidential.
    return createHash("sha256").update(`botyard data folder ${id}`).digest("hex").slice(0, 32);
  } catch {
    return undefined;
  }
}

/** The variables are those of Kubernetes, and of systemd-nspawn, LXC and Podman. */
function isContainer(root: string, env: Record<string, string | undefined>): boolean {
  if (env.KUBERNETES_SERVICE_HOST || env.container) return true;
  return [".dockerenv", "run/.containerenv"].some((path) => existsSync(join(root, path)));
}
