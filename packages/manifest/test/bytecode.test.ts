import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  addBytecode,
  isAsPacked,
  type PackEntry,
  packFiles,
  removeBytecode,
  removeUnpacked,
  unpackArchive,
} from "../src/index.ts";

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
  return { archive, packed, unpacked: await unpackArchive(archive, dir) };
}

test("bytecode in an archive is not unpacked, but counts for the digest of the package", async () => {
  const { archive, packed, unpacked } = await unpack(
    "a.py",
    "__pycache__/a.cpython-311.pyc",
    "b/__pycache__/c.pyc",
  );
  expect(readdirSync(dir)).toEqual(["a.py"]);
  expect(unpacked.entries.map(({ path }) => path)).toEqual(["a.py"]);
  expect(unpacked.contentSha256).toBe(packed.contentSha256);
  expect(await isAsPacked(archive, dir)).toBe(true);
});

test("only bytecode of files in the package is added, and it can be removed", async () => {
  const { archive } = await unpack("a.py", "b/c.py");
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
  await addBytecode(compiled, dir);
  expect(readdirSync(join(dir, "__pycache__"))).toEqual(["a.cpython-311.pyc"]);
  expect(readdirSync(join(dir, "b", "__pycache__"))).toEqual(["c.cpython-311.pyc"]);
  expect(existsSync(join(dir, "d"))).toBe(false);
  expect(await isAsPacked(archive, dir)).toBe(true);
  await removeBytecode(dir);
  expect(readdirSync(dir, { recursive: true }).map(String).sort()).toEqual(["a.py", "b", "b/c.py"]);
});
