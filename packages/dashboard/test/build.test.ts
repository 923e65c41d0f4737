import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { buildDashboard } from "../../repo/src/build/dashboard.ts";
import { dashboard } from "../index.js";

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
