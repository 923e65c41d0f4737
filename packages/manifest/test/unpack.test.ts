import { lstat, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checkArchive, PackageError, removeUnpacked } from "../src/index.ts";
import { unpackContents } from "../src/stored/unpack-contents.ts";
import { elf, freshFolder } from "./bot-folder.ts";
import { attacks, file, good, storedAt } from "./hostile-archives.ts";
import { unpackInto } from "./stored-package.ts";
import { archive, endMark, member, pax } from "./tar-writer.ts";

describe("a hostile archive", () => {
  it.each(attacks)("is rejected as %s: %s", async (code, _, bytes, limits = {}) => {
    const dir = await freshFolder();
    const path = join(dir, "up.tar.gz");
    await writeFile(path, bytes);
    await mkdir(join(dir, "in"));
    const checked = await checkArchive(path, join(dir, "in/code"), { limits });
    expect(checked.problems[0]?.code).toBe(code);
    expect(checked.config).toBeUndefined();
    expect(await readdir(join(dir, "in"))).toEqual([]);
    const error = await unpackContents(path, join(dir, "in/code"), { limits }).catch((caught) => caught);
    expect(error).toBeInstanceOf(PackageError);
    expect(error.problems[0].code).toBe(code);
    expect(await readdir(join(dir, "in"))).toEqual([]);
    expect((await readdir(dir)).sort()).toEqual(["in", "up.tar.gz"]);
  });

  it("has all its invalid paths reported at once", async () => {
    const path = join(await freshFolder(), "up.tar.gz");
    await writeFile(path, archive(file("../a"), file("/b"), file("c"), file("C")));
    const { problems } = await checkArchive(path, `${path}.code`);
    expect(problems.map((problem) => `${problem.code} ${problem.file}`)).toEqual([
      'archive.path_escape "../a"',
      'archive.absolute_path "/b"',
      'archive.duplicate "C"',
    ]);
  });

  it("of many members is rejected at the limit", async () => {
    const path = join(await freshFolder(), "up.tar.gz");
    const many = Buffer.concat(Array.from({ length: 60_000 }, (_, number) => member({ name: `f${number}` })));
    await writeFile(path, gzipSync(Buffer.concat([many, endMark]), { level: 1 }));
    const { problems } = await checkArchive(path, `${path}.code`, { limits: { ratio: 1e9 } });
    expect(problems.map(({ code }) => code)).toEqual(["archive.too_many_files"]);
  });
});

describe("an unpacked package", () => {
  const unpack = async (...members: Buffer[]) => {
    const dir = await freshFolder();
    await writeFile(join(dir, "up.tar.gz"), archive(...members));
    await unpackInto(join(dir, "up.tar.gz"), dir, join(dir, "code"));
    return join(dir, "code");
  };
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8);

  it("is read-only, whatever modes the archive has", async () => {
    const code = await unpack(
      member({ name: "plain.py", mode: 0o666 }),
      member({ name: "bin/run.sh", mode: 0o6777 }),
      member({ name: "bin/sticky", mode: 0o7000 }),
      member({ name: "open/", type: "5", mode: 0o777 }),
      member({ name: "open/file", mode: 0o777 }),
    );
    expect(await modeOf(join(code, "plain.py"))).toBe("444");
    expect(await modeOf(join(code, "bin/run.sh"))).toBe("555");
    expect(await modeOf(join(code, "bin/sticky"))).toBe("444");
    expect(await modeOf(join(code, "open/file"))).toBe("555");
    for (const folder of ["", "bin", "open"]) expect(await modeOf(join(code, folder))).toBe("555");
  });

  it("has executable binaries, even if they were packed without the executable flag", async () => {
    const code = await unpack(member({ name: "bot", body: elf(), mode: 0o644 }));
    expect(await modeOf(join(code, "bot"))).toBe("555");
  });

  it("has executable binaries, even if their first bytes are read in two pieces", async () => {
    const tar = Buffer.concat([member({ name: "bot", body: elf(), mode: 0o644 }), endMark]);
    const dir = await freshFolder();
    // The file is read in pieces of 64 KiB; the binary starts two bytes before the end of the first.
    await writeFile(join(dir, "up.tar.gz"), storedAt(65_536 - 2 - 512, tar));
    await unpackInto(join(dir, "up.tar.gz"), dir, join(dir, "code"));
    expect(await modeOf(join(dir, "code/bot"))).toBe("555");
  });

  it("may come from tar: with folders, long names, comments and leading dots", async () => {
    const long = `${"d".repeat(90)}/${"f".repeat(90)}`;
    const code = await unpack(
      member({ name: "./", type: "5" }),
      pax({ comment: "0123abc" }, "g"),
      pax({ mtime: "1.5", "SCHILY.xattr.user.x": "y", path: `${long}/pax` }),
      member({ name: "short", body: "1" }),
      member({ name: "././@LongLink", type: "L", body: `./${long}/gnu\0`, magic: "ustar  \0" }),
      member({ name: "short", body: "2", magic: "ustar  \0" }),
      member({ name: "file", prefix: "p/q", body: "3" }),
    );
    expect(await readFile(join(code, long, "pax"), "utf8")).toBe("1");
    expect(await readFile(join(code, long, "gnu"), "utf8")).toBe("2");
    expect(await readFile(join(code, "p/q/file"), "utf8")).toBe("3");
    expect(await readdir(code)).toHaveLength(2);
  });

  it("never replaces an existing folder", async () => {
    const code = await unpack(file("a", "first"));
    for (const unpack of [unpackContents, checkArchive])
      await expect(unpack(join(code, "../up.tar.gz"), code)).rejects.toMatchObject({ code: "EEXIST" });
    expect(await readFile(join(code, "a"), "utf8")).toBe("first");
  });

  it("can be removed although it is read-only; removing it again does nothing", async () => {
    const code = await unpack(file("a/b/c"));
    await removeUnpacked(code);
    await removeUnpacked(code);
    await expect(lstat(code)).rejects.toThrow("ENOENT");
  });

  it("of a valid archive passes every check", async () => {
    const path = join(await freshFolder(), "up.tar.gz");
    await writeFile(path, archive(...good));
    expect((await checkArchive(path, `${path}.code`)).problems).toEqual([]);
    const stored = (await readdir(`${path}.code`)).filter((name) => /^[0-9a-f]{64}$/.test(name));
    expect(stored).toHaveLength(3);
  });
});
