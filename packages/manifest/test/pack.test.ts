import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checkArchive, collectFiles, PackageError, type PackEntry, packFiles } from "../src/index.ts";
import { botFolder, elf, freshFolder, writeFiles } from "./bot-folder.ts";
import { unpackInto } from "./stored-package.ts";

const run = promisify(execFile);
const content = (text: string) => Buffer.from(text);

describe("a packed archive", () => {
  it("is the same for the same input, whatever the folder, times, order and umask", async () => {
    const files = {
      "lib/a.py": "a = 1\n",
      "lib/b.py": "b = 2\n",
      "é.txt": "é",
      [`${"d/".repeat(20)}deep.py`]: "x",
    };
    const one = await botFolder(files);
    const two = await freshFolder();
    // Written in reverse order, with other times and other permissions of group and others.
    const before = process.umask(0o077);
    for (const { path, ...entry } of (await collectFiles(one)).entries.toReversed()) {
      await writeFiles(two, { [path]: "from" in entry ? await readFile(entry.from) : "" });
      await utimes(join(two, path), new Date("2001-01-01"), new Date("2001-01-01"));
    }
    process.umask(before);
    const out = await freshFolder();
    const first = await packFiles((await collectFiles(one)).entries, join(out, "one.tar.gz"));
    const second = await packFiles((await collectFiles(two)).entries.toReversed(), join(out, "two.tar.gz"));
    expect(second).toEqual({ ...first, path: join(out, "two.tar.gz") });
    expect(await readFile(second.path)).toEqual(await readFile(first.path));
  });

  it("differs when a byte, a path or an executable flag differs", async () => {
    const out = await freshFolder();
    const variants: PackEntry[] = [
      { path: "a", content: content("1") },
      { path: "a", content: content("2") },
      { path: "b", content: content("1") },
      { path: "a", content: content("1"), executable: true },
    ];
    const packed = await Promise.all(
      variants.map((entry, index) => packFiles([entry], join(out, `${index}.tar.gz`))),
    );
    expect(new Set(packed.map((one) => one.sha256)).size).toBe(4);
    expect(new Set(packed.map((one) => one.contentSha256)).size).toBe(4);
  });

  it("contains files sorted by bytes, without times, owners, or modes other than 0644 and 0755", async () => {
    const dir = await botFolder({ "run.sh": "", "B.py": "", "a.py": "", "é.py": "" });
    await chmod(join(dir, "run.sh"), 0o4777);
    const out = await freshFolder();
    const { path } = await packFiles((await collectFiles(dir)).entries, join(out, "a.tar.gz"));
    const { stdout } = await run("tar", ["--utc", "-tvzf", path, "--quoting-style=literal", "--full-time"], {
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    expect(stdout.trim().split("\n")).toEqual([
      "-rw-r--r-- 0/0               0 1970-01-01 00:00:00 B.py",
      "-rw-r--r-- 0/0               0 1970-01-01 00:00:00 a.py",
      expect.stringContaining(" bot-config.yaml"),
      expect.stringContaining(" bot-schema.json"),
      expect.stringContaining(" main.py"),
      "-rwxr-xr-x 0/0               0 1970-01-01 00:00:00 run.sh",
      "-rw-r--r-- 0/0               0 1970-01-01 00:00:00 é.py",
    ]);
    const header = (await readFile(path)).subarray(0, 8);
    expect(header.toString("hex")).toBe("1f8b080000000000");
  });

  it("has its files in the order of their UTF-8 bytes, also beyond the characters of two bytes", async () => {
    const names = [
      "\u{10000}",
      "\uffe0",
      "\ud7ff",
      "é",
      "z",
      "a/b",
      "a",
      "a!",
      "\u{1f600}x",
      "\u{1f600}",
    ].map((name, index) => `${name.includes("/") ? "folder" : ""}${name}${index}`);
    const entries = names.map((path) => ({ path, content: Buffer.from("x") }));
    const packed = await packFiles(entries, join(await freshFolder(), "a.tar.gz"));
    const sorted = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(packed.files.map(({ path }) => path)).toEqual(sorted);
  });

  it("can mix files from disk and memory, which are unpacked unchanged", async () => {
    const dir = await botFolder({ bot: elf() });
    const long = `vendor/${"n".repeat(120)}/${"é".repeat(20)}.py`;
    const big = randomBytes(3_000_000);
    const out = await freshFolder();
    const entries: PackEntry[] = [
      ...(await collectFiles(dir)).entries,
      { path: long, content: content("long") },
      { path: "big", content: big },
    ];
    const packed = await packFiles(entries, join(out, "a.tar.gz"));
    const { unpacked } = await unpackInto(packed.path, out, join(out, "code"));
    expect(await readFile(join(out, "code", long), "utf8")).toBe("long");
    // By the bytes: comparing three million elements takes vitest half a minute on a busy machine.
    expect((await readFile(join(out, "code", "big"))).equals(big)).toBe(true);
    expect(await readFile(join(out, "code", "main.py"))).toEqual(await readFile(join(dir, "main.py")));
    expect(unpacked.contentSha256).toBe(packed.contentSha256);
  });

  it("has the same content digest as another archive of the same content", async () => {
    const dir = await botFolder({ "lib/a.py": "a" });
    const out = await freshFolder();
    const ours = await packFiles((await collectFiles(dir)).entries, join(out, "ours.tar.gz"));
    await run("tar", ["-C", dir, "-czf", join(out, "theirs.tar.gz"), "."]);
    const theirs = await checkArchive(join(out, "theirs.tar.gz"), join(out, "code"));
    expect(theirs.problems).toEqual([]);
    expect(await readFile(join(out, "theirs.tar.gz"))).not.toEqual(await readFile(ours.path));
    expect(theirs.contentSha256).toBe(ours.contentSha256);
  });

  it("is not written when paths are invalid or a limit is exceeded; every problem is reported", async () => {
    const out = await freshFolder();
    const entries = ["../x", "/y", "a", "A", "a/b"].map(
      (path): PackEntry => ({ path, content: content("1") }),
    );
    const error = await packFiles(entries, join(out, "a.tar.gz"), { unpackedBytes: 3 }).catch(
      (caught) => caught,
    );
    expect(error).toBeInstanceOf(PackageError);
    expect(error.problems.map((problem: { code: string }) => problem.code)).toEqual([
      "archive.path_escape",
      "archive.absolute_path",
      "archive.duplicate",
      "archive.file_folder_conflict",
      "archive.too_large",
    ]);
    expect(await readdir(out)).toEqual([]);
  });

  it("is removed when it compresses too much or too little", async () => {
    const out = await freshFolder();
    const pack = (bytes: Buffer, limits: object) =>
      packFiles([{ path: "a", content: bytes }], join(out, "a.tar.gz"), limits);
    await expect(pack(Buffer.alloc(2_000_000), {})).rejects.toThrow(
      "compress to less than 1/200 of their size",
    );
    await expect(pack(Buffer.alloc(10_000), { compressedBytes: 20 })).rejects.toThrow(
      "at most 20 are allowed",
    );
    expect(await readdir(out)).toEqual([]);
  });

  it("is not written when a file changes meanwhile", async () => {
    const dir = await botFolder();
    const { entries } = await collectFiles(dir);
    await writeFile(join(dir, "main.py"), "something else altogether, and longer\n");
    const out = await freshFolder();
    await mkdir(join(out, "x"));
    await expect(packFiles(entries, join(out, "x/a.tar.gz"))).rejects.toThrow(
      "changed while it was being packed",
    );
    expect(await readdir(join(out, "x"))).toEqual([]);
  });

  it("ends with the two empty blocks of a tar archive", async () => {
    const out = await freshFolder();
    const { path } = await packFiles([{ path: "a", content: content("1") }], join(out, "a.tar.gz"));
    expect(gunzipSync(await readFile(path))).toHaveLength(512 * 4);
  });
});
