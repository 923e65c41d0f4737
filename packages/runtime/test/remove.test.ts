import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { obstacleForOthers } from "../src/executors/process/isolation/reach.ts";
import { openCache } from "../src/folders/cache.ts";
import { removeWritten } from "../src/index.ts";
import { openTemporary } from "./workshop.ts";

const sources = fileURLToPath(new URL("../src", import.meta.url));
/** Root can remove what is read-only. */
const other = process.getuid?.() === 0 ? 65_534 : undefined;
const obstacle =
  other === undefined ? undefined : (obstacleForOthers(process.execPath) ?? obstacleForOthers(sources));

const removes = `import { removeWritten } from "${sources}/written.ts"; await removeWritten(process.argv[1]);`;
const opens = `import { openCache } from "${sources}/folders/cache.ts";
await openCache(process.argv[1], process.getuid(), { diskBytes: 1 });`;

test.skipIf(obstacle).each([
  ["is removed", removes, 0o755, undefined],
  ["is removed from a cache that is too large", opens, 0o755, []],
  ["is removed from a cache that is read-only itself", opens, 0o555, []],
])(
  "what a bot has made read-only or hidden %s, also without root's rights",
  async (_, program, mode, left) => {
    const root = mkdtempSync(join(openTemporary, "botyard-remove-"));
    try {
      const folder = join(root, "cache");
      // The first removal fails while it still removes these.
      const others = Array.from({ length: 200 }, (_, index) => `/other-${index}`);
      const all = ["", "/mod", "/mod/pkg", "/hidden", "/hidden/sub", ...others].map(
        (path) => `${folder}${path}`,
      );
      for (const path of all) mkdirSync(path);
      const files = ["/mod/pkg/a", "/hidden/sub/b"].map((path) => `${folder}${path}`);
      for (const path of files) writeFileSync(path, "x");
      for (const path of [root, ...all, ...files]) if (other !== undefined) chownSync(path, other, other);
      for (const path of ["/mod/pkg", "/mod"]) chmodSync(`${folder}${path}`, 0o555);
      for (const path of ["/hidden/sub", "/hidden"]) chmodSync(`${folder}${path}`, 0);
      chmodSync(folder, mode);
      const argv = ["--no-warnings", "--input-type=module", "-e", program, folder];
      await promisify(execFile)(process.execPath, argv, {
        cwd: "/",
        env: {},
        ...(other !== undefined && { uid: other, gid: other }),
      });
      expect(existsSync(folder) ? readdirSync(folder) : undefined).toEqual(left);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
);

/** Makes folders in the folder that is the argument, as a bot could. */
const hostile = `import { chdir } from "node:process";
import { mkdirSync, writeFileSync } from "node:fs";
chdir(process.argv[1]);
const odd = Buffer.from([0x2e, 0x74, 0xff, 0xfe]);
mkdirSync(odd);
writeFileSync(Buffer.concat([odd, Buffer.from("/x"), odd]), "");
for (let depth = 0; depth < 60; depth++) {
  mkdirSync("x".repeat(200));
  chdir("x".repeat(200));
  for (const name of ["a", "b"]) writeFileSync(name, "");
  mkdirSync("c");
}`;

async function withHostileFolder(work: (folder: string, root: string) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(openTemporary, "botyard-remove-"));
  const folder = join(root, "cache");
  try {
    mkdirSync(folder);
    const argv = ["--no-warnings", "--input-type=module", "-e", hostile, folder];
    await promisify(execFile)(process.execPath, argv, { env: {} });
    await work(folder, root);
  } finally {
    await promisify(execFile)("rm", ["-rf", root]);
  }
}

test("folders with names that are not UTF-8, and below a path that is longer than the kernel accepts, are removed", async () => {
  await withHostileFolder(async (folder) => {
    await removeWritten(folder);
    expect(existsSync(folder)).toBe(false);
    await removeWritten(folder);
  });
});

test("such folders are removed from a cache that is too large", async () => {
  await withHostileFolder(async (folder) => {
    await openCache(folder, process.getuid!(), { files: 10 });
    expect(readdirSync(folder)).toEqual([]);
  });
});

test("what links in a removed folder lead to stays", async () => {
  await withHostileFolder(async (folder, root) => {
    mkdirSync(join(root, "others"));
    writeFileSync(join(root, "others", "file"), "");
    symlinkSync(join(root, "others"), join(folder, "link"));
    symlinkSync(folder, join(root, "outer"));
    await removeWritten(join(root, "outer"));
    expect(existsSync(folder)).toBe(true);
    await removeWritten(folder);
    expect(readdirSync(root)).toEqual(["others"]);
    expect(readdirSync(join(root, "others"))).toEqual(["file"]);
  });
});
