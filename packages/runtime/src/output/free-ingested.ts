import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

const stepBytes = 1 << 20;
/** Minimum number of bytes to free, because it takes starting a program. */
const worthBytes = 16 * stepBytes;

let isSupported = process.platform === "linux";

/**
 * Frees the disk space between `from` and `offset` in an output file by punching a hole. Offsets do not change and the
 * bot can continue to write. Does nothing if there is little to free, or if the file system or the machine does not
 * support it.
 */
export async function freeIngested(file: string, offset: number, from = 0): Promise<void> {
  if (!isSupported) return;
  const start = Math.ceil(from / stepBytes) * stepBytes;
  // Keep the byte before the offset, which shows a reader whether the offset is at the start of a line.
  const end = Math.floor(Math.max(0, offset - 1) / stepBytes) * stepBytes;
  try {
    const { blocks, size } = await stat(file);
    if (end <= start || blocks * 512 - Math.max(0, size - end) < worthBytes) return;
    const range = ["--offset", `${start}`, "--length", `${end - start}`];
    await run("fallocate", ["--punch-hole", ...range, file], { timeout: 30_000 });
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code === "ENOENT" &&
      (error as NodeJS.ErrnoException).path === "fallocate"
    )
      isSupported = false;
  }
}
