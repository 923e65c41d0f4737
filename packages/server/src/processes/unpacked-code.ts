import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { removeUnpacked } from "@botyard/manifest";
import { partial } from "../custom-bots/files.ts";

/** Returns the kernel's boot id, or `undefined` if it cannot be read. */
export async function machineStart(): Promise<string | undefined> {
  return readFile("/proc/sys/kernel/random/boot_id", "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
}

/**
 * Removes unpacked packages that may be incomplete: those whose unpacking was interrupted and, after a reboot, all of
 * them. A power failure can leave a folder without its files. No bot survives a reboot, and the next start of a bot
 * unpacks its package again from the verified archive.
 */
export async function removeTornCode(
  dataDir: string,
  start: () => Promise<string | undefined> = machineStart,
): Promise<void> {
  const folder = join(dataDir, "code");
  const mark = join(folder, ".machine-start");
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const now = await start();
  const unpackedIn = await readFile(mark, "utf8").catch(() => now);
  for (const name of await readdir(folder)) {
    const isPartial = name.includes(partial);
    if (isPartial || (now !== unpackedIn && /^([0-9a-f]{64})?(\.bytecode)?$/.test(name)))
      await removeUnpacked(join(folder, name));
  }
  if (now !== undefined) await writeFile(mark, now, { mode: 0o600 });
}
