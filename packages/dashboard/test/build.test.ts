import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { beforeAll, expect, test } from "vitest";
import { buildDashboard } from "../../repo/src/build/dashboard.ts";
import { dashboard } from "../index.js";

type BuildOutput = Extract<Awaited<ReturnType<typeof build>>, { output: unknown }>;

let files: string[];
beforeAll(async () => {
  await buildDashboard();
  files = readdirSync(dashboard.folder, { recursive: true, encoding: "utf8" });
});
const read = (file: string) => readFileSync(join(dashboard.folder, file));
const sources = () => files.filter((file) => /\.(js|css|html|svg)$/.test(file));

test("the scripts of all screens together are at most 150 kB, compressed with gzip", () => {
  const scripts = files.filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(5);
  const sum = scripts.reduce((total, file) => total + gzipSync(read(file), { level: 9 }).length, 0);
  expect(sum).toBeLessThanOrEqual(150_000);
});

test("every file but the page has its hash in the name", () => {
  const others = sources().filter((file) => file !== "index.html");
  expect(others.filter((file) => !/^assets\/[\w-]+-[\w-]{8}\.(js|css|svg)$/.test(file))).toEqual([]);
});

test("every text is there compressed too, and no source map is", () => {
  for (const file of sources()) expect(files).toEqual(expect.arrayContaining([`${file}.gz`, `${file}.br`]));
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  for (const file of sources()) expect(read(file).includes("sourceMappingURL="), file).toBe(false);
});

test("each package whose code is in the scripts has the text of its licence beside them", async () => {
  const licences = read("third-party-notices.txt").toString();
  const root = join(import.meta.dirname, "..");
  const outDir = mkdtempSync(join(tmpdir(), "botyard-dashboard-"));
  const { output } = (await build({ root, logLevel: "silent", build: { outDir } })) as BuildOutput;
  rmSync(outDir, { recursive: true });
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  const folders = new Set(
    modules.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []),
  );
  expect(folders.size).toBeGreaterThan(5);
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))!;
    const text = readFileSync(join(folder, file), "utf8").trim();
    expect(licences).toContain(`## ${name} - ${version} (${license})\n\n${text}\n`);
  }
});

test("nothing in the build names another host, except XML namespaces and the page of a library", () => {
  const known = [
    "http://www.w3.org/1998/Math/MathML",
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/2000/svg",
    // In a message of marked about its own errors.
    "https://github.com/markedjs/marked.",
  ];
  const named = sources().flatMap(
    (file) =>
      read(file)
        .toString()
        .match(/\b(https?|wss?):\/\/[\w.-][^\s"'`)<\\]*/g) ?? [],
  );
  expect(named).toContain(known[2]);
  expect([...new Set(named)].filter((one) => !known.includes(one))).toEqual([]);
});
