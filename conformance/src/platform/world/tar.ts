import { gzipSync } from "node:zlib";
import type { Member } from "../model.ts";

/** A file of an archive. */
export interface TarFile {
  path: string;
  content: string | Uint8Array;
}

const types: Record<Member["kind"], string> = {
  file: "0",
  link: "1",
  symlink: "2",
  device: "3",
  folder: "5",
  fifo: "6",
};

// Not the writer of `@botyard/manifest`, which refuses invalid members: the suite uses no code that it tests.

/** Returns a `.tar.gz` with the members as they are, valid or not. The text of a link is its target. */
export function tarGz(members: Member[]): Buffer {
  const blocks = members.flatMap(({ path, text, kind, times }) => {
    const data = kind === "file" ? Buffer.alloc(Buffer.byteLength(text) * times, text) : Buffer.alloc(0);
    const target = kind === "link" || kind === "symlink" ? text : "";
    return [header(path, data.length, types[kind], target), data, Buffer.alloc(-data.length & 511)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** Returns a `.tar.gz` of executable files. */
export function tarOfFiles(files: TarFile[]): Buffer {
  const blocks = files.flatMap(({ path, content }) => {
    const data = Buffer.from(content as Uint8Array);
    return [header(path, data.length, types.file, "", 0o755), data, Buffer.alloc(-data.length & 511)];
  });
  // Binaries of megabytes: a tenth of the size more, for a fifth of the time.
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 1 });
}

function header(path: string, size: number, type: string, target: string, mode = 0o644): Buffer {
  const block = Buffer.alloc(512);
  block.write(path, 0, 100);
  block.write(`${octal(mode, 7)}\0`, 100);
  block.write(`${octal(0, 7)}\0${octal(0, 7)}\0`, 108);
  block.write(`${octal(size, 11)}\0${octal(0, 11)}\0`, 124);
  // While the sum is computed, its own field counts as spaces.
  block.write("        ", 148);
  block.write(type, 156);
  block.write(target, 157, 100);
  block.write("ustar\x0000", 257, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, "0");
