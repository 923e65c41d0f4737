import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { PackageLimits } from "../limits.ts";
import { ArchiveFault } from "./fault.ts";
import { exceedsRatio } from "./pack.ts";

/** Bytes per file allowed for headers and padding, in addition to the files' contents. */
const overheadPerFile = 4096;

/**
 * Decompresses a `.tar.gz` and limits the bytes that are actually produced. The file must be exactly one gzip member
 * without trailing data, because readers handle anything else differently.
 * @throws {ArchiveFault} if the file is not a valid gzip file or exceeds a limit
 */
export async function* gunzipFile(path: string, limits: PackageLimits): AsyncGenerator<Buffer> {
  const { size } = await stat(path);
  if (size > limits.compressedBytes) {
    throw new ArchiveFault(
      "archive.too_large",
      `The archive has ${size} bytes; at most ${limits.compressedBytes} are allowed.`,
    );
  }
  const most = limits.unpackedBytes + (limits.files + 2) * overheadPerFile;
  const gunzip = createGunzip({ chunkSize: 65_536 });
  pipeline(createReadStream(path), gunzip, () => {});
  let unpacked = 0;
  try {
    for await (const chunk of gunzip) {
      unpacked += chunk.length;
      if (exceedsRatio(size, unpacked, limits)) {
        const message = `The archive unpacks to more than ${limits.ratio} times its size.`;
        throw new ArchiveFault("archive.ratio", message);
      }
      if (unpacked > most)
        throw new ArchiveFault("archive.too_large", `The archive unpacks to more than ${most} bytes.`);
      yield chunk;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code?.startsWith("Z_") && code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    throw new ArchiveFault(
      "archive.not_gzip",
      `The archive is not a complete gzip file: ${(error as Error).message}.`,
    );
  }
  if (gunzip.bytesWritten !== size || (await lengthInTrailer(path, size)) !== unpacked % 2 ** 32) {
    throw new ArchiveFault("archive.trailing_data", "The archive has data after its gzip member.");
  }
}

/** Reads the uncompressed length from the gzip trailer, modulo 2^32. With several members it is that of the last one. */
async function lengthInTrailer(path: string, size: number): Promise<number> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, size - 4);
    return buffer.readUInt32LE();
  } finally {
    await file.close();
  }
}
