import { crc32, gzipSync } from "node:zlib";
import type { PackageLimits } from "../src/index.ts";
import { botConfig, botSchema } from "./bot-folder.ts";
import { archive, endMark, member, pax } from "./tar-writer.ts";

/** The files of a valid package. */
export const good = [
  member({ name: "bot-config.yaml", body: botConfig() }),
  member({ name: "bot-schema.json", body: botSchema }),
  member({ name: "main.py", body: "print(1)\n" }),
];
/** A file of an archive. */
export const file = (name: string | Buffer, body = "evil") => member({ name, body });
const zeros = (bytes: number) => member({ name: "zeros", body: Buffer.alloc(bytes) });
const huge = Buffer.alloc(12);
huge.writeUInt8(0x80, 0);
huge.writeUInt32BE(0xffff, 8);

type Attack = [code: string, what: string, bytes: Buffer, limits?: Partial<PackageLimits>];

/** Archives that must be rejected, each with the code of its first problem. */
export const attacks: Attack[] = [
  ["archive.path_escape", "a path that leaves the package", archive(file("../evil"))],
  ["archive.path_escape", "a path that leaves the package after a folder", archive(file("a/../../evil"))],
  [
    "archive.path_escape",
    "a folder that leaves the package",
    archive(member({ name: "../evil/", type: "5" })),
  ],
  [
    "archive.path_escape",
    "a prefix that leaves the package",
    archive(member({ name: "evil", prefix: "..", body: "x" })),
  ],
  [
    "archive.path_escape",
    "an extended path that leaves the package",
    archive(pax({ path: "../evil" }), file("fine")),
  ],
  [
    "archive.path_escape",
    "a long name that leaves the package",
    archive(member({ name: "L", type: "L", body: "../evil\0" }), file("fine")),
  ],
  ["archive.absolute_path", "an absolute path", archive(file("/tmp/evil"))],
  ["archive.absolute_path", "an absolute extended path", archive(pax({ path: "/tmp/evil" }), file("fine"))],
  ["archive.absolute_path", "a drive letter", archive(file("C:/evil"))],
  ["archive.bad_path", "a backslash", archive(file("..\\evil"))],
  ["archive.bad_path", "a NUL in an extended path", archive(pax({ path: "a\0b" }), file("fine"))],
  ["archive.bad_path", "a line feed in a name", archive(file("a\nb"))],
  ["archive.bad_path", "an escape sequence in a name", archive(file("a\u001b[2Jb"))],
  ["archive.bad_path", "a name that is not UTF-8", archive(file(Buffer.from([0x61, 0xff, 0x62])))],
  ["archive.bad_path", "an empty name", archive(file(""))],
  ["archive.bad_path", "a file with a slash at its end", archive(file("a/"))],
  ["archive.bad_path", "a dot in the middle", archive(file("a/./b"))],
  ["archive.bad_path", "two slashes", archive(file("a//b"))],
  [
    "archive.path_too_long",
    "a path of 241 bytes",
    archive(pax({ path: `${"é".repeat(120)}a` }), file("fine")),
  ],
  ["archive.path_too_deep", "a path of 33 components", archive(file("a/".repeat(32).concat("b")))],
  ["archive.link", "a symbolic link", archive(member({ name: "l", type: "2", linkname: "/etc/passwd" }))],
  [
    "archive.link",
    "a symbolic link to a folder, then a file in it",
    archive(member({ name: "d", type: "2", linkname: "/tmp" }), file("d/evil")),
  ],
  ["archive.link", "a hard link", archive(file("a"), member({ name: "l", type: "1", linkname: "a" }))],
  [
    "archive.link",
    "a link with a long name",
    archive(member({ name: "K", type: "K", body: "/etc/passwd\0" })),
  ],
  ["archive.special_file", "a character device", archive(member({ name: "d", type: "3" }))],
  ["archive.special_file", "a block device", archive(member({ name: "d", type: "4" }))],
  ["archive.special_file", "a FIFO", archive(member({ name: "d", type: "6" }))],
  ["archive.special_file", "a contiguous file", archive(member({ name: "d", type: "7" }))],
  ["archive.special_file", "a sparse file", archive(member({ name: "d", type: "S" }))],
  ["archive.malformed", "a sparse file in PAX format", archive(pax({ "GNU.sparse.major": "1" }), file("a"))],
  ["archive.malformed", "a member of unknown type", archive(member({ name: "d", type: "?" }))],
  ["archive.duplicate", "the same path twice", archive(file("a"), file("a", "other"))],
  ["archive.duplicate", "the same path, once with a dot", archive(file("a"), file("./a"))],
  ["archive.duplicate", "two paths that differ in case", archive(file("Read.me"), file("read.ME"))],
  [
    "archive.duplicate",
    "two paths that differ in Unicode normalisation",
    archive(file("\u00e9"), file("e\u0301")),
  ],
  ["archive.file_folder_conflict", "a file, then a folder of its name", archive(file("a"), file("a/b"))],
  ["archive.file_folder_conflict", "a folder, then a file of its name", archive(file("a/b"), file("A"))],
  [
    "archive.file_folder_conflict",
    "a folder member, then a file",
    archive(member({ name: "a/", type: "5" }), file("a")),
  ],
  ["archive.malformed", "a folder with contents", archive(member({ name: "d/", type: "5", body: "x" }))],
  ["archive.malformed", "an extended size that differs", archive(pax({ size: "1" }), file("a"))],
  ["archive.malformed", "an extended link", archive(pax({ linkpath: "/etc" }), file("a"))],
  ["archive.malformed", "a global header with a path", archive(pax({ path: "a" }, "g"), file("b"))],
  [
    "archive.malformed",
    "two extended headers for one file",
    archive(pax({ path: "a" }), pax({ path: "b" }), file("c")),
  ],
  ["archive.malformed", "an extended header for nothing", archive(file("a"), pax({ path: "b" }))],
  [
    "archive.malformed",
    "an extended header with a broken record",
    archive(member({ name: "x", type: "x", body: "99 path=a\n" }), file("a")),
  ],
  [
    "archive.malformed",
    "a record that runs backwards",
    archive(member({ name: "x", type: "x", body: "-5 path=a\n" }), file("a")),
  ],
  [
    "archive.malformed",
    "an extended header of 2 MiB",
    archive(pax({ comment: "x".repeat(2 << 20) }), file("a")),
  ],
  ["archive.malformed", "a wrong checksum", archive(member({ name: "a", checksum: 1 }))],
  ["archive.malformed", "an ancient format", archive(member({ name: "a", magic: "\0\0\0\0\0\0\0\0" }))],
  ["archive.malformed", "a size in binary", archive(member({ name: "a", size: huge }))],
  [
    "archive.malformed",
    "a negative size",
    archive(member({ name: "a", size: Buffer.from("-0000000001\0") })),
  ],
  [
    "archive.malformed",
    "a body that is shorter than its size",
    archive(member({ name: "a", size: 5000, body: "x" })),
  ],
  ["archive.malformed", "no end-of-archive marker", gzipSync(Buffer.concat(good))],
  [
    "archive.malformed",
    "half an end-of-archive marker",
    gzipSync(Buffer.concat([...good, endMark.subarray(0, 512)])),
  ],
  [
    "archive.malformed",
    "a file after the end-of-archive marker",
    gzipSync(Buffer.concat([...good, endMark, file("evil"), endMark])),
  ],
  [
    "archive.malformed",
    "a file after one empty block",
    gzipSync(Buffer.concat([...good, endMark.subarray(512), file("evil"), endMark])),
  ],
  [
    "archive.malformed",
    "text after the end-of-archive marker",
    gzipSync(Buffer.concat([...good, endMark, Buffer.from("evil")])),
  ],
  ["archive.malformed", "no data", gzipSync("")],
  ["archive.malformed", "a file that is not a tar archive", gzipSync("x".repeat(2048))],
  ["archive.not_gzip", "a file that is not a gzip file", Buffer.concat(good)],
  ["archive.not_gzip", "an empty file", Buffer.alloc(0)],
  ["archive.not_gzip", "a truncated gzip file", archive(...good).subarray(0, -20)],
  ["archive.not_gzip", "a damaged gzip file", damaged(archive(...good))],
  ["archive.trailing_data", "zeros after the gzip file", Buffer.concat([archive(...good), Buffer.alloc(64)])],
  [
    "archive.trailing_data",
    "a second gzip member",
    Buffer.concat([archive(...good), gzipSync(Buffer.alloc(1024))]),
  ],
  ["archive.trailing_data", "trailing zeros with the right length at the end", padded(archive(...good))],
  ["archive.not_gzip", "text after the gzip file", Buffer.concat([archive(...good), Buffer.from("evil")])],
  ["archive.ratio", "100 MiB of zeros", archive(...good, zeros(100 << 20))],
  [
    "archive.too_large",
    "more bytes than allowed",
    archive(file("a", "x".repeat(600)), file("b", "x".repeat(600))),
    { unpackedBytes: 1000 },
  ],
  [
    "archive.too_large",
    "a size larger than the body and the limit",
    archive(member({ name: "a", size: 0o77777777777, body: "x" })),
  ],
  ["archive.too_large", "more compressed bytes than allowed", archive(...good), { compressedBytes: 100 }],
  [
    "archive.too_many_files",
    "more files than allowed",
    archive(...Array.from({ length: 11 }, (_, n) => file(`f${n}`))),
    { files: 10 },
  ],
  [
    "archive.too_many_files",
    "more folders than allowed",
    archive(...Array.from({ length: 11 }, (_, n) => member({ name: `d${n}/`, type: "5" }))),
    { files: 10 },
  ],
  [
    "archive.too_many_files",
    "more folders than allowed, which only the paths of its files name",
    archive(...Array.from({ length: 4 }, (_, n) => file(`${n}/a/b/c`))),
    { files: 10 },
  ],
];

/** Appends zeros and the length from the archive's trailer. */
function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(60), bytes.subarray(-4)]);
}

/** Returns a gzip file with these bytes, uncompressed, at this offset. */
export function storedAt(offset: number, bytes: Buffer): Buffer {
  const extra = offset - 10 - 2 - 5;
  const header = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255, extra & 0xff, extra >> 8]);
  const { length } = bytes;
  const block = Buffer.from([1, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff]);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(length, 4);
  return Buffer.concat([header, Buffer.alloc(extra), block, bytes, trailer]);
}

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length - 6]! ^= 0xff;
  return copy;
}
