import { ByteSource } from "./byte-source.ts";
import {
  blockBytes,
  decodeHeader,
  decodeLongName,
  decodePax,
  malformed,
  type TarHeader,
} from "./tar-header.ts";

/** A file or folder of an archive, with its name as written. The unread rest of the body is skipped. */
export type TarEntry = {
  name: string;
  type: "file" | "directory";
  size: number;
  executable: boolean;
  body: AsyncIterable<Buffer>;
};

/** Maximum size of an extended header or a long name, in bytes. */
const extensionBytes = 1024 * 1024;

/**
 * Reads a tar archive strictly: constructs that tar readers interpret differently are rejected. Only zeros may follow
 * the end-of-archive marker.
 * @throws {ArchiveFault} if the archive is malformed or contains an entry type that is not supported
 */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = new ByteSource(chunks);
  let named: { name?: string } | undefined;
  try {
    for (;;) {
      const block = await source.take(blockBytes);
      if (block.length < blockBytes) throw malformed("it is truncated, or has no end-of-archive marker");
      if (isZero(block)) break;
      const header = decodeHeader(block);
      if (header.type === "file" || header.type === "directory") {
        yield* readEntry(source, { ...header, name: named?.name ?? header.name, type: header.type });
        named = undefined;
        continue;
      }
      if (named !== undefined && header.type !== "pax-global")
        throw malformed("an extended header follows another one");
      const extension = await readExtension(source, header);
      if (header.type !== "pax-global") named = extension;
    }
    if (named !== undefined) throw malformed("an extended header belongs to no file");
    await readEnd(source);
  } finally {
    await source.close();
  }
}

async function* readEntry(source: ByteSource, entry: Omit<TarEntry, "body">): AsyncGenerator<TarEntry> {
  if (entry.type === "directory" && entry.size !== 0) throw malformed("a folder has contents");
  let left = entry.size;
  const rest = async function* () {
    for await (const part of source.stream(left)) {
      left -= part.length;
      yield part;
    }
  };
  yield { ...entry, body: rest() };
  for await (const _ of rest());
  if (left > 0) throw malformed("it ends in the middle of a file");
  await readPadding(source, entry.size);
}

async function readExtension(source: ByteSource, header: TarHeader): Promise<{ name?: string }> {
  if (header.size > extensionBytes) throw malformed("an extended header is too large");
  const body = await source.take(header.size);
  if (body.length < header.size) throw malformed("it ends in the middle of an extended header");
  await readPadding(source, header.size);
  if (header.type === "long-name") return { name: decodeLongName(body) };
  const { path } = decodePax(body);
  if (path !== undefined && header.type === "pax-global") throw malformed("a global header names a file");
  return path === undefined ? {} : { name: path };
}

async function readPadding(source: ByteSource, size: number): Promise<void> {
  const padding = (blockBytes - (size % blockBytes)) % blockBytes;
  if ((await source.take(padding)).length < padding) throw malformed("it ends in the middle of a block");
}

async function readEnd(source: ByteSource): Promise<void> {
  const second = await source.take(blockBytes);
  if (second.length < blockBytes || !isZero(second))
    throw malformed("its end-of-archive marker is incomplete");
  for (;;) {
    const block = await source.take(65_536);
    if (block.length === 0) return;
    if (!isZero(block)) throw malformed("it has data after its end-of-archive marker");
  }
}

/** A gzip of a few bytes can produce long runs of zeros, so they are compared as a whole, not byte by byte. */
const zeros = Buffer.alloc(65_536);

function isZero(block: Buffer): boolean {
  return block.equals(zeros.subarray(0, block.length));
}
