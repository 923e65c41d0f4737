import { crc32, inflateRawSync } from "node:zlib";

/** One file of a zip archive. */
export interface ZipEntry {
  path: string;
  content: Uint8Array;
}

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endOfCentral = 0x06054b50;
/** 1 January 1980, the first date of the format. A constant date makes archives reproducible. */
const dosDate = 0x0021;
const regularFile = 0o100644 << 16;

/** Writes a zip archive of small files without compression, as used for wheels. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of entries) {
    const name = Buffer.from(path, "utf8");
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(dosDate, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.byteLength, 14);
    common.writeUInt32LE(content.byteLength, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([signature(localHeader), common, name, content]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(regularFile >>> 0, 6);
    more.writeUInt32LE(offset, 10);
    // "Made by" Unix, so that the mode in the external attributes is used.
    central.push(signature(centralHeader), Buffer.from([20, 3]), common, more, name);
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, directory, signature(endOfCentral), end]);
}

/**
 * Reads the files of a zip archive, stored or deflated, without the 64-bit extension.
 *
 * @throws {Error} if it is not a zip archive
 */
export function readZip(archive: Buffer): ZipEntry[] {
  const end = archive.lastIndexOf(signature(endOfCentral));
  if (end < 0) throw new Error("This is not a zip archive.");
  const entries: ZipEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const packed = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const path = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + packed);
    const isStored = archive.readUInt16LE(at + 10) === 0;
    // The path of a folder ends with a slash.
    if (!path.endsWith("/")) entries.push({ path, content: isStored ? bytes : inflateRawSync(bytes) });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
