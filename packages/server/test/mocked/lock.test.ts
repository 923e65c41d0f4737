import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lockDataDir } from "../../src/store/sqlite/lock.ts";

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  return { ...fs, writeFileSync: vi.fn(fs.writeFileSync) };
});

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "botyard-lock-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

test("a data folder that cannot be created is refused with its path", () => {
  writeFileSync(join(dir, "file"), "");
  const dataDir = join(dir, "file", "data");
  expect(() => lockDataDir(dataDir)).toThrow(
    expect.objectContaining({ code: "data_dir_unusable", message: expect.stringContaining(dataDir) }),
  );
});

test("a data folder in /proc is refused at once", () => {
  expect(() => lockDataDir("/proc/none/data")).toThrow(
    expect.objectContaining({ code: "data_dir_unusable" }),
  );
});

test("the data folder can be locked on a full disk", () => {
  lockDataDir(dir).release();
  vi.mocked(writeFileSync).mockImplementationOnce(() => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  });
  const lock = lockDataDir(dir);
  expect(() => lockDataDir(dir)).toThrow("is in use by another platform (another process)");
  lock.release();
});
