import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { checksHere, contentFile, fileListText, type ListedFile } from "../src/index.ts";
import { inspectTree } from "../src/stored/inspect-tree.ts";
import { publishContents } from "../src/stored/publish.ts";
import { makeTree } from "../src/stored/tree.ts";
import { elf, freshFolder } from "./bot-folder.ts";
import { storePackage, unpackInto } from "./stored-package.ts";
import { archive, member as tarMember } from "./tar-writer.ts";

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const member = (name: string, body: string | Buffer) => tarMember({ name, body });
let root: string;
let filesDir: string;
beforeEach(async () => {
  root = await freshFolder();
  filesDir = join(root, "files");
});

async function received(...members: Buffer[]) {
  await writeFile(join(root, "part.tar.gz"), archive(...members));
  return checksHere.receiveContents(join(root, "part.tar.gz"), join(root, "part"));
}

async function listed(...files: ListedFile[]) {
  const path = join(root, "list.jsonl");
  await rm(path, { force: true });
  await writeFile(path, fileListText(files));
  return { path, sha256: sha256(fileListText(files)) };
}

const entry = (path: string, content: string | Buffer, executable = false): ListedFile => ({
  ...{ path, executable },
  bytes: Buffer.from(content).length,
  sha256: sha256(content),
});
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe("contents that are sent without paths", () => {
  it("are stored under their digests", async () => {
    const contents = ["one", "two", ""];
    const found = await received(...contents.map((text) => member(sha256(text), text)));
    expect(found).toMatchObject({ problems: [], files: 3, bytes: 6 });
    await publishContents(join(root, "part"), filesDir);
    for (const text of contents) {
      const stored = contentFile(filesDir, sha256(text), false);
      expect(await readFile(stored, "utf8")).toBe(text);
      expect(await modeOf(stored)).toBe("444");
    }
  });

  it.each([
    ["another content", "contents.wrong_digest", () => member(sha256("a"), "b")],
    ["a name that is no digest", "contents.bad_name", () => member("main.py", "a")],
    ["a folder before the digest", "contents.bad_name", () => member(`x/${sha256("a")}`, "a")],
    ["an upper-case digest", "contents.bad_name", () => member(sha256("a").toUpperCase(), "a")],
    ["a path out of the folder", "archive.path_escape", () => member(`../${sha256("a")}`, "a")],
    [
      "a symbolic link",
      "archive.link",
      () => tarMember({ name: sha256("a"), type: "2", linkname: "/etc/passwd" }),
    ],
  ])("are refused with %s, and none of them is kept", async (_, code, bad) => {
    const { problems } = await received(member(sha256("good"), "good"), bad());
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(await readdir(root)).toEqual(["part.tar.gz"]);
  });

  it("may be compressed far better than a whole package", async () => {
    const zeros = Buffer.alloc(3_000_000);
    expect((await received(member(sha256(zeros), zeros))).problems).toEqual([]);
  });
});

describe("a content in the store", () => {
  it("keeps its file when it comes again, and gets another one if it was damaged", async () => {
    const send = async () => {
      await received(member(sha256("one"), "one"));
      await publishContents(join(root, "part"), filesDir);
      await rm(join(root, "part"), { recursive: true });
      return (await stat(stored)).ino;
    };
    const stored = contentFile(filesDir, sha256("one"), false);
    const first = await send();
    expect(await send()).toBe(first);
    await chmod(stored, 0o644);
    await writeFile(stored, "two");
    expect(await send()).not.toBe(first);
    expect(await readFile(stored, "utf8")).toBe("one");
  });

  it("has a second file if packages need it with both modes, and counts for both", async () => {
    await received(member(sha256("#!run"), "#!run"), member(sha256(elf()), elf()));
    await publishContents(join(root, "part"), filesDir);
    const list = await listed(entry("a.sh", "#!run", true), entry("b.sh", "#!run"), entry("native", elf()));
    const found = await checksHere.checkStoredList(list.path, filesDir, {});
    expect(found.absent).toEqual([]);
    expect(Object.fromEntries(JSON.parse(found.contents[0]!))).toEqual({
      [sha256("#!run")]: 2 * 4096,
      [sha256(elf())]: 4096,
    });
    const tree = join(root, "tree");
    expect(await makeTree(list, filesDir, tree)).toHaveProperty("files");
    expect(await modeOf(join(tree, "a.sh"))).toBe("555");
    expect(await modeOf(join(tree, "b.sh"))).toBe("444");
    expect(await modeOf(join(tree, "native"))).toBe("555");
  });

  it("counts the same whatever others have of it", async () => {
    const script = "#!of two users";
    const counted = async (path: string, isExecutable: boolean) => {
      const list = await listed(entry(path, script, isExecutable));
      const { contents } = await checksHere.checkStoredList(list.path, filesDir, {});
      return JSON.parse(contents[0]!)[0][1];
    };
    await received(member(sha256(script), script));
    await publishContents(join(root, "part"), filesDir);
    expect(await counted("plain.sh", false)).toBe(4096);
    expect(await counted("run.sh", true)).toBe(2 * 4096);
    expect(await counted("plain.sh", false)).toBe(4096);
  });

  it("gets its second file whole when several lists need it at the same time", async () => {
    const script = Buffer.alloc(8_000_000, "#!run at once\n");
    await received(member(sha256(script), script));
    await publishContents(join(root, "part"), filesDir);
    const together = Array.from({ length: 4 }, async (_, index) => {
      const path = join(root, `${index}.jsonl`);
      await writeFile(path, fileListText([entry("run.sh", script, true)]));
      return (await checksHere.checkStoredList(path, filesDir, {})).absent;
    });
    expect(await Promise.all(together)).toEqual([[], [], [], []]);
    expect(sha256(await readFile(contentFile(filesDir, sha256(script), true)))).toBe(sha256(script));
    const names = [...(await readdir(root)), ...(await readdir(join(filesDir, sha256(script).slice(0, 2))))];
    expect(names.filter((name) => /copy|partial/.test(name))).toEqual([]);
  });

  it("is absent if it is removed while the package is checked", async () => {
    const scripts = Array.from({ length: 4 }, (_, index) => Buffer.alloc(8_000_000, `#!run ${index}\n`));
    await received(...["config", ...scripts].map((text) => member(sha256(text), text)));
    await publishContents(join(root, "part"), filesDir);
    const list = await listed(
      ...[entry("a.yaml", "config"), entry("bot-config.yaml", "config")],
      ...scripts.map((script, index) => entry(`run-${index}.sh`, script, true)),
    );
    const found = checksHere.checkStoredList(list.path, filesDir, {});
    const isCopying = () => readdirSync(root).some((name) => name.endsWith(".copy"));
    while (!isCopying()) await setImmediate();
    rmSync(contentFile(filesDir, sha256("config"), false));
    expect(await found).toMatchObject({ absent: [sha256("config")], problems: [], contents: [] });
  });

  it("is absent if its file has another size, and the list is wrong if the content is right", async () => {
    await received(member(sha256("one"), "one"), member(sha256("two"), "two"));
    await publishContents(join(root, "part"), filesDir);
    const list = await listed(entry("a", "one"), { ...entry("b", "two"), bytes: 4 });
    const wrong = await checksHere.checkStoredList(list.path, filesDir, {});
    expect(wrong.problems.map(({ code, file }) => [code, file])).toEqual([["list.wrong_size", "b"]]);
    const stored = contentFile(filesDir, sha256("one"), false);
    await chmod(stored, 0o644);
    await writeFile(stored, "longer");
    const right = await listed(entry("a", "one"), entry("b", "two"), entry("c", "never sent"));
    const found = await checksHere.checkStoredList(right.path, filesDir, { missing: [sha256("two")] });
    expect(found.absent.toSorted()).toEqual([sha256("one"), sha256("never sent")].sort());
  });
});

describe("the tree of a package", () => {
  const packed = async () => {
    await writeFile(
      join(root, "up.tar.gz"),
      archive(member("a.py", "a"), member("lib/b.py", "b"), member("c.py", "a")),
    );
    return join(root, "up.tar.gz");
  };

  it("consists of links to the contents, which two packages share", async () => {
    const stored = await unpackInto(await packed(), root, join(root, "one"));
    await makeTree(stored.list, filesDir, join(root, "two"));
    const inodes = await Promise.all(
      ["one/a.py", "one/c.py", "two/a.py"].map(async (path) => (await stat(join(root, path))).ino),
    );
    expect(new Set(inodes).size).toBe(1);
    expect(await readFile(join(root, "two/lib/b.py"), "utf8")).toBe("b");
  });

  it("has an executable file whose content is in the store only for reading", async () => {
    await received(member(sha256("#!run"), "#!run"));
    await publishContents(join(root, "part"), filesDir);
    const list = await listed(entry("a.sh", "#!run", true), entry("b.sh", "#!run"));
    const tree = join(root, "tree");
    expect(await makeTree(list, filesDir, tree)).toHaveProperty("files");
    expect(await readFile(join(tree, "a.sh"), "utf8")).toBe("#!run");
    expect([await modeOf(join(tree, "a.sh")), await modeOf(join(tree, "b.sh"))]).toEqual(["555", "444"]);
    expect(await modeOf(contentFile(filesDir, sha256("#!run"), false))).toBe("444");
  });

  it("names the file whose content is missing, and a list that is missing or damaged", async () => {
    const { list } = await storePackage(await packed(), root);
    await rm(contentFile(filesDir, sha256("b"), false));
    expect(await makeTree(list, filesDir, join(root, "tree"))).toEqual({ missing: "lib/b.py" });
    const damaged = await listed(entry("a", "a"));
    await writeFile(damaged.path, "[]\n");
    for (const other of [
      damaged,
      { ...damaged, path: join(root, "nothing") },
      { ...list, sha256: sha256("") },
    ])
      expect(await makeTree(other, filesDir, join(root, "none"))).toEqual({ isListDamaged: true });
  });

  it.each([
    ["has one file more", "changed", (tree: string) => writeFile(join(tree, "lib/more"), "")],
    ["has one folder more", "changed", (tree: string) => mkdir(join(tree, "lib/more"))],
    ["has one file less", "changed", (tree: string) => rm(join(tree, "lib/b.py"))],
    ["may be written to", "changed", (tree: string) => chmod(join(tree, "a.py"), 0o666)],
    ["was removed", "missing", (tree: string) => rm(tree, { recursive: true })],
    ["is as it was", "as_listed", async () => {}],
  ])("that %s is %s", async (_, state, change) => {
    const tree = join(root, "tree");
    const { list } = await unpackInto(await packed(), root, tree);
    for (const folder of ["lib", ""]) await chmod(join(tree, folder), 0o755);
    await change(tree);
    expect((await inspectTree(list, tree, [])).state).toBe(state);
  });
});

describe("contents that a store lacks for a package", () => {
  it("are those that are missing, have another size or another mode, each once with a file that has it", async () => {
    await received(...["whole", "cut", "script"].map((text) => member(sha256(text), text)));
    await publishContents(join(root, "part"), filesDir);
    const cut = contentFile(filesDir, sha256("cut"), false);
    await chmod(cut, 0o644);
    await writeFile(cut, "");
    const list = await listed(
      ...[
        entry("a.py", "whole"),
        entry("b.py", "cut"),
        entry("c.py", "never sent"),
        entry("d.py", "ignored"),
      ],
      ...[entry("e.sh", "script", true), entry("f.sh", "script"), entry("g.py", "never sent")],
    );
    const found = await checksHere.absentContents(list, filesDir, [sha256("ignored")]);
    expect(found?.flatMap((part) => JSON.parse(part)).toSorted()).toEqual(
      [
        [sha256("cut"), false, "b.py"],
        [sha256("never sent"), false, "g.py"],
        [sha256("script"), true, "e.sh"],
      ].toSorted(),
    );
  });

  it("are not known if its list is damaged", async () => {
    const list = await listed(entry("a.py", "a"));
    await writeFile(list.path, "[]\n");
    expect(await checksHere.absentContents(list, filesDir)).toBeUndefined();
  });
});
