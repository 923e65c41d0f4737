import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashFiles } from "../../src/package/hashed-files.ts";
import { keepInstall, keptInstall } from "../../src/package/kept-install.ts";
import { temporary } from "../platform.ts";

/** The folder of a bot with kept dependencies: two files on the disk and one in memory. */
async function keeping() {
  const [dir, place] = [temporary(), temporary()];
  writeFileSync(join(place, "a.py"), "a = 1\n");
  writeFileSync(join(place, "tool"), "#!/bin/sh\n");
  const entries = [
    { path: "vendor/a.py", from: join(place, "a.py"), bytes: 6 },
    { path: "vendor/tool", from: join(place, "tool"), bytes: 10, executable: true },
    { path: "vendor/deep/b.py", content: Buffer.from("b = 2\n") },
  ];
  const digests = (await hashFiles(entries)).map(({ sha256 }) => sha256);
  const kept = await keepInstall(dir, "digest", {
    ...{ entries, notes: ["vendored a"], isInstalled: true },
    dispose: async () => rmSync(place, { recursive: true }),
  });
  const files = join(dir, ".botyard", "installed", "files", "vendor");
  return { dir, place, kept, digests, files };
}

test("kept dependencies are used for the same declaration only, with the digests of their files", async () => {
  const { dir, place, kept, digests } = await keeping();
  await kept.dispose();
  expect(existsSync(place)).toBe(false);
  const again = await keptInstall(dir, "digest");
  expect(again).toMatchObject({ entries: kept.entries, notes: ["vendored a"], isInstalled: true });
  expect(again!.entries.map(({ path, executable }) => [path, executable])).toEqual([
    ["vendor/a.py", false],
    ["vendor/tool", true],
    ["vendor/deep/b.py", false],
  ]);
  expect([...again!.digests.values()]).toEqual(digests);
  const read = (await hashFiles(again!.entries)).map(({ sha256 }) => sha256);
  expect(read).toEqual(digests);
  expect(await keptInstall(dir, "another")).toBeUndefined();
});

test("a kept file that was changed or removed makes the dependencies be installed again", async () => {
  const { dir, files } = await keeping();
  appendFileSync(join(files, "a.py"), "# changed\n");
  expect(await keptInstall(dir, "digest")).toBeUndefined();
  writeFileSync(join(files, "a.py"), "a = 1\n");
  expect(await keptInstall(dir, "digest")).toBeDefined();
  writeFileSync(join(files, "a.py"), "a = 2\n");
  expect(await keptInstall(dir, "digest"), "of the same size").toBeUndefined();
  writeFileSync(join(files, "a.py"), "a = 1\n");
  rmSync(join(files, "deep", "b.py"));
  expect(await keptInstall(dir, "digest")).toBeUndefined();
});

test("a copy of the folder is used: its contents are the same", async () => {
  const { dir, digests } = await keeping();
  const copy = join(temporary(), "copy");
  cpSync(dir, copy, { recursive: true });
  utimesSync(join(copy, ".botyard", "installed", "files", "vendor", "a.py"), new Date(0), new Date(0));
  const record = join(copy, ".botyard", "installed", "installed.json");
  const before = readFileSync(record, "utf8");
  expect([...(await keptInstall(copy, "digest"))!.digests.values()]).toEqual(digests);
  // The next deploy need not read the files.
  const after = readFileSync(record, "utf8");
  expect(after).not.toBe(before);
  await keptInstall(copy, "digest");
  expect(readFileSync(record, "utf8")).toBe(after);
});

test("files that cannot be kept are used from where they are", async () => {
  const dir = temporary();
  writeFileSync(join(dir, ".botyard"), "a file");
  const from = join(dir, "a.py");
  writeFileSync(from, "a = 1\n");
  const entries = [{ path: "vendor/a.py", from, bytes: 6 }];
  const kept = await keepInstall(dir, "digest", { entries, notes: [], dispose: async () => {} });
  expect(kept.entries).toEqual(entries);
  expect(await keptInstall(dir, "digest")).toBeUndefined();
});

test("the archive that an earlier version kept is removed", async () => {
  const dir = temporary();
  mkdirSync(join(dir, ".botyard", "package"), { recursive: true });
  writeFileSync(join(dir, ".botyard", "package", "package.tar.gz"), "");
  await keepInstall(dir, "digest", { entries: [], notes: [], dispose: async () => {} });
  expect(existsSync(join(dir, ".botyard", "package"))).toBe(false);
});
