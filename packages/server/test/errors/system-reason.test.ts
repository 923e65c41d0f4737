import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemReason } from "../../src/errors/system-reason.ts";
import { readRuntimesFile } from "../../src/settings/runtimes-file.ts";
import { caught } from "../caught.ts";

test("a file where a folder should be is named itself, not what was looked for in it", () => {
  const dir = mkdtempSync(join(tmpdir(), "botyard-reason-"));
  const file = join(dir, "data");
  try {
    writeFileSync(file, "");
    for (const path of [join(file, "reserve"), join(file, "bots", "state")]) {
      expect(
        systemReason(
          caught(() => statSync(path)),
          dir,
        ),
      ).toBe(`${file} is not a folder`);
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test("a runtimes file that is a folder or does not exist is refused by a sentence", () => {
  const dir = mkdtempSync(join(tmpdir(), "botyard-reason-"));
  const none = join(dir, "none.yaml");
  try {
    expect(() => readRuntimesFile(dir)).toThrow(/: \S+ is a folder, not a file\. Correct --runtimes/);
    expect(() => readRuntimesFile(none)).toThrow(`The runtimes file cannot be read: ${none} does not exist.`);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
