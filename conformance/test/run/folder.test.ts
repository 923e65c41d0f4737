import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CaseFolder, Witnesses } from "../../src/run/folder.ts";

let folder: CaseFolder;
beforeEach(() => {
  folder = new CaseFolder();
});
afterEach(() => folder.remove());

test("a snapshot of a case's folder contains every file, whatever its name and bytes", () => {
  folder.give({
    "code/a": { text: "é" },
    "code/b": { bytes: "/w==" },
    d: { folder: true },
    l: { link: "/x" },
  });
  for (const name of ["__proto__", "constructor", " "]) writeFileSync(join(folder.dir, name), "1");
  const seen = folder.snapshot();
  expect(Object.keys(seen).sort()).toEqual([
    ...[" ", "__proto__", "code", "code/a", "code/b", "constructor", "d", "home", "l", "out", "tmp"],
  ]);
  expect([seen["code/a"], seen["code/b"], seen.l]).toEqual([
    { kind: "file", bytes: "\xc3\xa9" },
    { kind: "file", bytes: "\xff" },
    { kind: "link", to: "/x" },
  ]);
});

test("a snapshot leaves out what the testee's runtime leaves in TMPDIR, and nothing else", () => {
  folder.give({
    "tmp/perf_root/1": { text: "counters" },
    "tmp/perf.lock": { text: "" },
    "tmp/other": { text: "" },
    "code/perf_root": { text: "" },
    "tmp/deep/perf_root": { text: "" },
  });
  expect(Object.keys(folder.snapshot({ "perf_*": "counters", "perf.lo*": "a lock" })).sort()).toEqual([
    ...["code", "code/perf_root", "home", "out", "tmp", "tmp/deep", "tmp/deep/perf_root", "tmp/other"],
  ]);
  expect(Object.keys(folder.snapshot({ perf: "no such name" }))).toContain("tmp/perf_root/1");
});

test("a file next to a case's folder is reported as a stray", () => {
  expect(folder.strays()).toEqual([]);
  writeFileSync(join(folder.dir, "../mine"), "");
  expect(folder.strays()).toEqual(["mine"]);
});

test("a file that is overwritten in place is reported as torn, a replaced one is not", () => {
  folder.give({ "out/over": { text: "1" }, "out/new": { text: "1" } });
  const witnesses = new Witnesses(folder, folder.snapshot());
  writeFileSync(join(folder.dir, "out/over"), "22");
  folder.give({ "out/new": { text: "22" } });
  expect(witnesses.torn()).toEqual(["out/over"]);
});
