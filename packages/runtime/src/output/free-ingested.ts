import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

const stepBytes = 1 << 20;
/** Less than this is not worth starting a program for. */
const worthBytes = 16 * stepBytes;

let isSupported = process.platform === "linux";

/**
 * Gives the disk back what lies before `offset` in an output file, by punching a hole: offsets stay what they are and the
 * bot writes on. Does nothing where little is to be gained, or where the file system or the machine can not do it.
 */
export async function freeIngested(file: string, offset: number): Promise<void> {
  if (!isSupported) return;
  // The byte before the offset stays: it tells a reader whether it stands at the beginning of a line.
  const length = Math.floor(Math.max(0, offset - 1) / stepBytes) * stepBytes;
  try {
    const { blocks, size } = await stat(file);
    if (blocks * 512 - Math.max(0, size - length) < worthBytes) return;
    await run("fallocate", ["--punch-hole", "--offset", "0", "--length", `${length}`, file], {
      timeout: 30_000,
    });
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code === "ENOENT" &&
      (error as NodeJS.ErrnoException).path === "fallocate"
    )
      isSupported = false;
  }
}
