import { showPath } from "../files/path-rules.ts";
import type { ProblemCode } from "../problems/codes.ts";
import { ArchiveFault } from "./fault.ts";

export const blockBytes = 512;

/** One header block of a tar archive. */
export type TarHeader = {
  name: string;
  type: "file" | "directory" | "pax" | "pax-global" | "long-name";
  size: number;
  executable: boolean;
};

const refusedTypes: Record<string, [code: ProblemCode, what: string]> = {
  "1": ["archive.link", "a hard link"],
  "2": ["archive.link", "a symbolic link"],
  "3": ["archive.special_file", "a character device"],
  "4": ["archive.special_file", "a block device"],
  "6": ["archive.special_file", "a FIFO"],
  "7": ["archive.special_file", "a contiguous file"],
  K: ["archive.link", "a link with a long name"],
  M: ["archive.special_file", "the continuation of another archive"],
  S: ["archive.special_file", "a sparse file"],
};

const types: Record<string, TarHeader["type"]> = {
  "\0": "file",
  "0": "file",
  "5": "directory",
  L: "long-name",
  g: "pax-global",
  x: "pax",
};

/**
 * Decodes a POSIX or GNU header strictly.
 * @throws {ArchiveFault} if the header is malformed or its type is not supported
 */
export function decodeHeader(block: Buffer): TarHeader {
  if (octal(block, 148, 8) !== checksumOf(block)) throw malformed("a header's checksum is wrong");
  const magic = block.toString("latin1", 257, 265);
  if (magic !== "ustar\u000000" && magic !== "ustar  \0") throw malformed("it is neither POSIX nor GNU tar");
  const prefix = magic === "ustar\u000000" ? text(block, 345, 155) : "";
  const name = prefix === "" ? text(block, 0, 100) : `${prefix}/${text(block, 0, 100)}`;
  const flag = String.fromCharCode(block[156]!);
  const refused = refusedTypes[flag];
  if (refused !== undefined) throw new ArchiveFault(refused[0], `${showPath(name)} is ${refused[1]}.`);
  const type = types[flag];
  if (type === undefined) throw malformed(`${showPath(name)} has the unknown type ${showPath(flag)}`);
  return { name, type, size: octal(block, 124, 12), executable: (octal(block, 100, 8) & 0o100) !== 0 };
}

/**
 * Decodes the records of an extended header. Only `path` is used; harmless records are ignored.
 * @throws {ArchiveFault} if a record is malformed or not supported
 */
export function decodePax(body: Buffer): { path?: string } {
  const found: { path?: string } = {};
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(0x20, at);
    const digits = body.toString("latin1", at, Math.max(space, at));
    const end = at + Number(digits);
    if (!/^[1-9][0-9]{0,6}$/.test(digits) || end > body.length || end <= space || body[end - 1] !== 0x0a) {
      throw malformed("an extended header has a broken record");
    }
    const record = decodeUtf8(body.subarray(space + 1, end - 1));
    const key = record.slice(0, Math.max(record.indexOf("="), 0));
    const value = record.slice(key.length + 1);
    if (key === "path") found.path = value;
    else if (/^(?:size$|linkpath$|hdrcharset$|GNU\.|$)/.test(key)) {
      throw malformed(`an extended header contains ${showPath(record)}, which is not supported`);
    }
    at = end;
  }
  return found;
}

/** Returns the name in a long-name entry, without its closing NUL. */
export function decodeLongName(body: Buffer): string {
  const name = decodeUtf8(body);
  return name.endsWith("\0") ? name.slice(0, -1) : name;
}

export function malformed(why: string): ArchiveFault {
  return new ArchiveFault("archive.malformed", `The archive cannot be read: ${why}.`);
}

function text(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return decodeUtf8(end < 0 ? field : field.subarray(0, end));
}

function decodeUtf8(bytes: Buffer): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Reads a field of octal digits that ends with spaces or NULs. The binary form for huge numbers is not supported. */
function octal(block: Buffer, at: number, length: number): number {
  const field = block.toString("latin1", at, at + length);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such a field ends with NUL
  const digits = /^ *([0-7]*)[ \u0000]*$/.exec(field)?.[1];
  if (digits === undefined) throw malformed("a header contains a number that is not octal");
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

/** Returns the sum of all bytes, with the eight bytes of the checksum counted as spaces. */
function checksumOf(block: Buffer): number {
  let sum = 8 * 0x20;
  for (const [index, byte] of block.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
}
