import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  addBytecode,
  type PackEntry,
  packFiles,
  removeBytecode,
  removeUnpacked,
  removeUnsharedBytecode,
} from "../src/index.ts";
import { inspectTree } from "../src/stored/inspect-tree.ts";
import { unpackInto } from "./stored-package.ts";

let root: string;
let dir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bytecode-"));
  dir = join(root, "code");
});
afterEach(() => removeUnpacked(root));

const entry = (path: string): PackEntry => ({ path, content: Buffer.from("x = 1\n") });

async function unpack(...paths: string[]) {
  const archive = join(root, "package.tar.gz");
  const packed = await packFiles(paths.map(entry), archive);
  return { packed, ...(await unpackInto(archive, root, dir)) };
}

test("bytecode in an archive is not unpacked, but counts for the digest of the package", async () => {
  const { list, packed, unpacked } = await unpack(
    "a.py",
    "__pycache__/a.cpython-311.pyc",
    "b/__pycache__/c.pyc",
  );
  expect(readdirSync(dir)).toEqual(["a.py"]);
  expect(unpacked.entries.map(({ path }) => path)).toEqual(["a.py"]);
  expect(unpacked.contentSha256).toBe(packed.contentSha256);
  expect(list.sha256).toBe(packed.contentSha256);
  expect(await inspectTree(list, dir, [])).toMatchObject({ state: "as_listed" });
});

test("only bytecode of files in the package is added, and it can be removed", async () => {
  const { list } = await unpack("a.py", "b/c.py");
  const compiled = join(root, "compiled");
  mkdirSync(join(compiled, "b"), { recursive: true });
  mkdirSync(join(compiled, "d"));
  const names = [
    "a.cpython-311.pyc",
    "z.cpython-311.pyc",
    "a.cpython-311.pyc.123",
    "a.py",
    "b/c.cpython-311.pyc",
  ];
  for (const name of [...names, "d/e.cpython-311.pyc"]) writeFileSync(join(compiled, name), name);
  symlinkSync("/etc/passwd", join(compiled, "a.pypy-311.pyc"));
  const added = await addBytecode(compiled, dir, join(root, "shared"));
  expect(added.map(({ path }) => path)).toEqual([
    "__pycache__/a.cpython-311.pyc",
    "b/__pycache__/c.cpython-311.pyc",
  ]);
  expect(readdirSync(join(dir, "__pycache__"))).toEqual(["a.cpython-311.pyc"]);
  expect(readdirSync(join(dir, "b", "__pycache__"))).toEqual(["c.cpython-311.pyc"]);
  expect(existsSync(join(dir, "d"))).toBe(false);
  expect(await inspectTree(list, dir, added)).toMatchObject({ state: "as_listed", hasBytecode: true });
  expect(await inspectTree(list, dir, [])).toMatchObject({ state: "as_listed", hasBytecode: false });
  await removeBytecode(dir);
  expect(readdirSync(dir, { recursive: true }).map(String).sort()).toEqual(["a.py", "b", "b/c.py"]);
});

test("equal bytecode of two packages is one file, which is removed with the last of them", async () => {
  const shared = join(root, "shared");
  const compiled = join(root, "compiled");
  mkdirSync(compiled);
  writeFileSync(join(compiled, "a.cpython-311.pyc"), "bytecode");
  await unpack("a.py");
  const other = join(root, "other");
  await unpackInto(join(root, "package.tar.gz"), root, other);
  for (const code of [dir, other]) await addBytecode(compiled, code, shared);
  const [one, two] = [dir, other].map((code) => statSync(join(code, "__pycache__/a.cpython-311.pyc")));
  expect(one?.ino).toBe(two?.ino);
  await removeBytecode(dir);
  await removeUnsharedBytecode(shared);
  expect(readdirSync(shared)).toHaveLength(1);
  await removeBytecode(other);
  await removeUnsharedBytecode(shared);
  expect(readdirSync(shared)).toEqual([]);
});

test("bytecode that was damaged in the shared folder is not given to another package", async () => {
  const shared = join(root, "shared");
  const compiled = join(root, "compiled");
  mkdirSync(compiled);
  mkdirSync(shared);
  writeFileSync(join(compiled, "a.cpython-311.pyc"), "bytecode");
  writeFileSync(join(shared, createHash("sha256").update("bytecode").digest("hex")), "damaged");
  await unpack("a.py");
  await addBytecode(compiled, dir, shared);
  expect(readFileSync(join(dir, "__pycache__/a.cpython-311.pyc"), "utf8")).toBe("bytecode");
});
