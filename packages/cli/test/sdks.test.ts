import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { buildSdks } from "../src/sdks/make/build.ts";
import { buildTarball } from "../src/sdks/make/node-tarball.ts";
import { buildWheel } from "../src/sdks/make/python-wheel.ts";
import { readZip, writeZip } from "../src/sdks/zip.ts";
import { temporary, version } from "./platform.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("SDK builds are reproducible, also by several processes at the same time", async () => {
  const folder = join(temporary(), "sdks");
  await Promise.all([buildSdks(root, folder), buildSdks(root, folder)]);
  const again = join(temporary(), "sdks");
  await buildSdks(root, again);
  const names = [
    `botyard-${version}-py3-none-any.whl`,
    ...["cpp", "csharp", "haskell", "rust", "scala"].map((name) => `botyard-${name}-${version}.tgz`),
    `botyard-sdk-${version}.tgz`,
  ];
  expect(readdirSync(folder).sort()).toEqual(names);
  expect(readdirSync(join(folder, ".."))).toEqual(["sdks"]);
  for (const name of names)
    expect(readFileSync(join(folder, name)).equals(readFileSync(join(again, name)))).toBe(true);
});

test("a bot loads two files of the Node SDK, and only a query process loads the server", async () => {
  const folder = temporary();
  const { path } = await buildTarball(root, folder);
  await promisify(execFile)("tar", ["-xzf", path, "-C", folder]);
  const dist = join(folder, "package", "dist");
  const source = (name: string) => readFileSync(join(dist, name), "utf8");
  const loaded = new Set(["index.js"]);
  for (const name of loaded)
    for (const [, next = ""] of source(name).matchAll(/^(?:import|\}) .*"\.\/([^"]+)";$/gm)) loaded.add(next);
  const parts = readdirSync(dist).filter((name) => name.endsWith(".js"));
  expect([...loaded]).toEqual(["index.js", expect.stringMatching(/^chunk-/)]);
  expect(parts.filter((name) => !loaded.has(name))).toEqual([
    expect.stringMatching(/^server-/),
    "testing.js",
  ]);
});

test("Python can read and import the wheel", async () => {
  const { name, bytes } = await buildWheel(join(root, "sdks", "python"));
  const wheel = join(temporary(), name);
  writeFileSync(wheel, bytes);
  const check =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; sys.path.insert(0, sys.argv[1]); import botyard; print(botyard.metric.__name__, len(z.namelist()))";
  const { stdout } = await promisify(execFile)("python3.11", ["-c", check, wheel]);
  expect(stdout).toBe(`metric ${readZip(readFileSync(wheel)).length}\n`);
});

test("files survive a round trip through a zip archive", () => {
  const files = [
    { path: "a.txt", content: Buffer.from("one") },
    { path: "empty", content: Buffer.from("") },
    { path: "ümlaut/ö.bin", content: Buffer.from([0, 1, 2, 255]) },
  ];
  expect(readZip(writeZip(files)).map(({ path, content }) => [path, Buffer.from(content)])).toEqual(
    files.map(({ path, content }) => [path, content]),
  );
  expect(() => readZip(Buffer.from("not a zip"))).toThrow("This is not a zip archive.");
});

test("compressed zip archives, as other tools write them, can be read", async () => {
  const file = join(temporary(), "a.zip");
  const write =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED); z.mkdir('d'); z.writestr('d/a', 'ab' * 500); z.close()";
  await promisify(execFile)("python3.11", ["-c", write, file]);
  expect(readZip(readFileSync(file)).map(({ path, content }) => [path, String(content)])).toEqual([
    ["d/a", "ab".repeat(500)],
  ]);
});
