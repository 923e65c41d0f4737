import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageLimits } from "@botyard/manifest";
import { expect, test } from "vitest";
import { hashFiles } from "../../src/package/hashed-files.ts";
import { divide, packPart } from "../../src/package/upload-parts.ts";
import { temporary } from "../platform.ts";

const mib = 1024 * 1024;
const sized = (bytes: number, at = 0) => ({
  ...{ path: `file${at}`, bytes, executable: false, sha256: String(at).padStart(64, "0") },
  entry: { path: `file${at}`, content: new Uint8Array() },
});

/** Files on the disk with these contents, hashed. */
async function files(contents: Record<string, string | Uint8Array>) {
  const dir = temporary();
  const entries = Object.entries(contents).map(([path, content]) => {
    writeFileSync(join(dir, path), content);
    return { path, from: join(dir, path), bytes: Buffer.byteLength(content), executable: true };
  });
  return { dir, files: await hashFiles(entries) };
}

test("parts are small, so that an interruption loses little, and hold every file once in order", () => {
  const all = Array.from({ length: 100 }, (_, at) => sized(mib, at));
  const parts = divide(all, packageLimits);
  expect(parts.flat()).toEqual(all);
  expect(parts.length).toBeGreaterThan(10);
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(8);
});

test("a large file is a part of its own, and many small ones are several parts", () => {
  const parts = divide([sized(10), sized(100 * mib, 1), sized(10, 2), sized(10, 3)], packageLimits);
  expect(parts.map((part) => part.length)).toEqual([1, 1, 2]);
  expect(
    divide(
      Array.from({ length: 5000 }, (_, at) => sized(1, at)),
      packageLimits,
    ),
  ).toHaveLength(3);
  expect(divide([], packageLimits)).toEqual([]);
});

test("a platform that accepts only small uploads gets smaller parts", () => {
  const all = Array.from({ length: 8 }, (_, at) => sized(100_000, at));
  expect(divide(all, { compressedBytes: 500_000 }).map((part) => part.length)).toEqual([2, 2, 2, 2]);
});

test("a part is an archive of contents that are named by their digests", async () => {
  const { files: all } = await files({ "b.py": "b", "a.py": "a" });
  const place = temporary();
  const part = await packPart(all, place, packageLimits);
  const unpacked = mkdtempSync(join(place, "unpacked-"));
  execFileSync("tar", ["-xzf", part.path, "-C", unpacked]);
  expect(readdirSync(unpacked).sort()).toEqual(all.map(({ sha256 }) => sha256).sort());
  for (const { path, sha256 } of all)
    expect(readFileSync(join(unpacked, sha256), "utf8")).toBe(path.replace(".py", ""));
  await part.remove();
  expect(readdirSync(place)).toHaveLength(1);
});

test.each([
  ["appended to", (path: string) => appendFileSync(path, "x")],
  ["rewritten with the same size", (path: string) => writeFileSync(path, "b = 3\n")],
  ["removed", (path: string) => rmSync(path)],
])("a file that was %s after it was listed is named", async (_, change) => {
  const { dir, files: all } = await files({ "a.py": "a = 1\n", "b.py": "b = 2\n" });
  change(join(dir, "b.py"));
  await expect(packPart(all, temporary(), packageLimits)).rejects.toMatchObject({
    problems: [{ code: "pack.file_changed", file: "b.py", next: "Deploy again." }],
  });
});

test("a file that no upload can hold is named with its size and the limit", async () => {
  const { files: all } = await files({ noise: crypto.getRandomValues(new Uint8Array(60_000)) });
  const limits = { ...packageLimits, compressedBytes: 40_000 };
  await expect(packPart(all, temporary(), limits)).rejects.toMatchObject({
    problems: [
      {
        code: "archive.too_large",
        file: "noise",
        message: expect.stringMatching(/^The file has \d+ bytes when it is compressed; .* at most 40000 /),
      },
    ],
  });
});
