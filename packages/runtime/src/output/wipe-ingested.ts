import { open } from "node:fs/promises";

const zeros = Buffer.alloc(64 * 1024);

/** Overwrites an output file from one offset up to another one. The bot can continue to write. */
export async function wipeIngested(file: string, from: number, offset: number): Promise<void> {
  // Keep the byte before the offset, which shows a reader whether the offset is at the start of a line.
  const end = offset - 1;
  if (end <= from) return;
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file, "r+");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  try {
    for (let at = from; at < end; at += zeros.length)
      await handle.write(zeros, 0, Math.min(zeros.length, end - at), at);
  } finally {
    await handle.close();
  }
}
