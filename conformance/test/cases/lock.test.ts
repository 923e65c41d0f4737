import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { decodeCase, encodeCase } from "../../src/cases/encode.ts";
import { loadCases, loadLocked, readLock, writeLock } from "../../src/cases/index.ts";
import { isObject, read } from "../../src/json/index.ts";
import { testFolder } from "./corpus.ts";

let dir: string;
let file: string;
beforeEach(async () => {
  dir = join(mkdtempSync(join(tmpdir(), "lock-")), "valid");
  cpSync(join(testFolder, "valid"), dir, { recursive: true });
  file = await writeLock(dir);
});
afterEach(() => rmSync(join(dir, ".."), { recursive: true }));

const change = (path: string, from: string | RegExp, to: string): void => {
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
};

describe("a lock", () => {
  test("contains exactly the cases it was made from, with the author's digits", async () => {
    const { cases, hash } = await loadCases(dir);
    const lock = await loadLocked(dir);
    expect(lock.cases).toEqual(cases);
    expect(lock.hash).toBe(hash);
    expect(lock.cases.map(encodeCase)).toEqual(cases.map(encodeCase));
    expect(readFileSync(file, "utf8")).toContain(
      '{"a":1.50,"b":9007199254740993,"c":-0,"d":1E5,"e":0.10000000000000001}',
    );
  });

  test("is one JSON document with a case on each line", async () => {
    const text = readFileSync(file, "utf8");
    const document = read(text);
    expect(isObject(document) && [...document.keys()]).toEqual(["v", "hash", "files", "cases"]);
    const { cases } = await readLock(file);
    expect(text.split("\n").filter((line) => line.startsWith('{"id":'))).toHaveLength(cases.length);
  });

  test("keeps the order of numeric keys, and the key __proto__", () => {
    const [one] = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.includes("metric.shortest"));
    const line = one!
      .replace(/,$/, "")
      .replace('"metrics":[]', '"metrics":{"b":1,"2":{"__proto__":2},"1":null}');
    expect(encodeCase(decodeCase(line))).toBe(line);
    const plain = line.replace('"2":{"__proto__":2},"1":null', '"__proto__":{"a":1}');
    expect(encodeCase(decodeCase(plain))).toBe(plain);
  });

  test("is refused if the YAML files have changed", async () => {
    change(join(dir, "metric/shortest.yaml"), "A sentence", "Another sentence");
    renameSync(join(dir, "state/two-cases.yaml"), join(dir, "state/two.yaml"));
    const told = await loadLocked(dir).then(String, String);
    expect(told.replaceAll(`${dir}/`, "").split("\n")).toEqual([
      "BadInput: metric/shortest.yaml: has changed since cases.lock.json was made: run `botyard-conformance lock`",
      "state/two-cases.yaml: is missing, but cases.lock.json was made from it: run `botyard-conformance lock`",
      "state/two.yaml: is not in cases.lock.json yet: run `botyard-conformance lock`",
    ]);
  });

  test.each([
    ["a case that was changed by hand", /"limit"/, '"limits"', "was changed after it was written"],
    ["a hash that was changed by hand", /"hash":"./, '"hash":"x', "is not a lock file"],
    ["a newer form", '"v":1', '"v":2', "has format version 2, but this suite supports only 1"],
    ["half a file", /\]\}\n$/, "", "is truncated or was changed"],
    ["something else", /^/, " ", "is not a lock file"],
  ])("refuses %s", async (_, from, to, reason) => {
    change(file, from, to);
    const told = await readLock(file).then(String, String);
    expect(told).toBe(`BadInput: ${file}: ${told.slice(told.indexOf(reason))}`);
    expect(told).toContain("run `botyard-conformance lock`");
  });

  test("is refused if the file is missing", async () => {
    rmSync(file);
    await expect(loadLocked(dir)).rejects.toThrow(
      `${file}: does not exist; run \`botyard-conformance lock\``,
    );
  });

  test("is decoded quickly", async () => {
    const { cases } = await readLock(file);
    const lines = cases.map(encodeCase);
    const many = Array.from({ length: 300 }, (_, i) => lines[i % lines.length]!);
    const { user } = await timed(() => many.map(decodeCase));
    // Some 20 ms on a quiet machine; ten times as much on the slowest one at its busiest.
    expect(user).toBeLessThan(500);
  });
});

async function timed(work: () => unknown): Promise<{ user: number }> {
  const began = process.cpuUsage();
  work();
  return { user: process.cpuUsage(began).user / 1000 };
}
