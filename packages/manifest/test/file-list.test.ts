import { createHash } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  fileListText,
  type ListedFile,
  listLine,
  PackageError,
  packFiles,
  readFileList,
} from "../src/index.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const file = (path: string, more: Partial<ListedFile> = {}): ListedFile => ({
  ...{ path, executable: false, bytes: path.length, sha256: sha256(path) },
  ...more,
});

async function written(text: string | Buffer): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "list-")), "list.jsonl");
  await writeFile(path, text);
  return path;
}

const codesOf = async (text: string | Buffer, limits = {}) => {
  const error = await readFileList(await written(text), { limits }).catch((caught: unknown) => caught);
  if (!(error instanceof PackageError)) throw new Error(`The list was accepted: ${JSON.stringify(error)}`);
  return error.problems.map(({ code }) => code);
};

describe("the list of a package's files", () => {
  it("has the digest of the contents of an archive with the same files", async () => {
    const entries = ["b.py", "a/é.py", 'quo"te', "\u{1f600}", "\uffee"].map((path) => ({
      path,
      content: Buffer.from(path),
    }));
    const packed = await packFiles(entries, await written(""));
    const list = fileListText(
      entries.map(({ path, content }) => file(path, { bytes: content.length, sha256: sha256(path) })),
    );
    const read = await readFileList(await written(list));
    expect(read.contentSha256).toBe(packed.contentSha256);
    expect(read.contentSha256).toBe(sha256(list));
    expect(read.bytes).toBe(packed.unpackedBytes);
    expect(read.files.map(({ path }) => path)).toEqual(packed.files.map(({ path }) => path));
  });

  it("may be longer than a piece that is read at once", async () => {
    const files = Array.from({ length: 5_000 }, (_, number) => file(`f${String(number).padStart(200, "0")}`));
    expect((await readFileList(await written(fileListText(files)))).files).toEqual(files);
  });

  it.each([
    ["is no JSON", "[\n"],
    ["is not UTF-8", Buffer.from([0x5b, 0xff, 0x5d, 10])],
    ["is no array", '{"path":"a"}\n'],
    ["has a field more", `${listLine(file("a")).trimEnd().slice(0, -1)},1]\n`],
    ["has an upper-case digest", listLine(file("a", { sha256: sha256("a").toUpperCase() }))],
    ["has half a byte", listLine(file("a", { bytes: 0.5 }))],
    ["has less than no bytes", listLine(file("a", { bytes: -1 }))],
    ["is spelled otherwise", listLine(file("a")).replaceAll(",", ", ")],
    ["escapes a letter", listLine(file("a")).replace('"a"', '"\\u0061"')],
    ["has no end", listLine(file("a")).trimEnd()],
    ["is too long", listLine(file("a".repeat(1_100)))],
    ["is too long and has no end", `["${"a".repeat(200_000)}`],
  ])("is refused if a line %s", async (_, text) => {
    expect(await codesOf(text)).toEqual(["list.malformed"]);
  });

  it("is refused if it is not sorted", async () => {
    expect(await codesOf(listLine(file("b")) + listLine(file("a")))).toEqual(["list.not_sorted"]);
  });

  it("has all its invalid paths reported at once", async () => {
    const paths = ["../a", "/b", "C", "c", "d", "d/e"];
    expect(await codesOf(paths.map((path) => listLine(file(path))).join(""))).toEqual([
      "archive.path_escape",
      "archive.absolute_path",
      "archive.duplicate",
      "archive.file_folder_conflict",
    ]);
  });

  it("is refused at the limits of files, folders and bytes", async () => {
    expect(await codesOf(fileListText([file("a"), file("b")]), { files: 1 })).toEqual([
      "archive.too_many_files",
    ]);
    expect(await codesOf(fileListText([file("a/b/c")]), { files: 1 })).toEqual(["archive.too_many_files"]);
    expect(await codesOf(fileListText([file("a", { bytes: 11 })]), { unpackedBytes: 10 })).toEqual([
      "archive.too_large",
    ]);
  });
});
