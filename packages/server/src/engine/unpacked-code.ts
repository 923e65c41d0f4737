import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { removeUnpacked } from "@botyard/manifest";

/** The kernel's name for the time since the machine was started. */
export async function machineStart(): Promise<string | undefined> {
  return readFile("/proc/sys/kernel/random/boot_id", "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
}

/**
 * Takes away what may be torn: packages whose unpacking was cut short and, after a start of the machine, everything that was
 * unpacked before it. A power cut can leave a folder with its name and without its files; no bot outlives the machine, so
 * nobody needs the old folders, and a bot's next start unpacks its package anew from the verified archive.
 */
export async function removeTornCode(
  dataDir: string,
  start: () => Promise<string | undefined> = machineStart,
): Promise<void> {
  const folder = join(dataDir, "code");
  const mark = join(dataDir, "code", ".machine-start");
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const now = await start();
  const unpackedIn = await readFile(mark, "utf8").catch(() => now);
  for (const name of await readdir(folder)) {
    const isPartial = name.includes(".partial-");
    if (isPartial || (now !== unpackedIn && /^[0-9a-f]{64}$/.test(name)))
      await removeUnpacked(join(folder, name));
  }
  if (now !== undefined) await writeFile(mark, now, { mode: 0o600 });
}
