import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { state, success } from "../src/index.ts";

const { steps } = vi.hoisted(() => ({ steps: [] as string[] }));

vi.mock("../src/process/fs.ts", async (original) => {
  const fs = await original<typeof import("../src/process/fs.ts")>();
  const { fstatSync, fsyncSync, renameSync, unlinkSync } = fs;
  return {
    ...fs,
    fsyncSync(descriptor: number) {
      steps.push(fstatSync(descriptor).isDirectory() ? "flush the directory" : "flush the file");
      fsyncSync(descriptor);
    },
    renameSync(from: string, to: string) {
      steps.push("rename");
      renameSync(from, to);
    },
    unlinkSync(path: string) {
      steps.push("remove");
      unlinkSync(path);
    },
  };
});

beforeEach(() => {
  const directory = mkdtempSync(join(tmpdir(), "botyard-flush-"));
  vi.stubEnv("STATE_DIR", directory);
  vi.stubEnv("RESULT_PATH", join(directory, "result.json"));
  steps.length = 0;
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true, force: true });
  });
});

test("a value and a result are on disk before they get their name, and their name before the call returns [ST-6] [RES-4]", () => {
  state.set("key", 1);
  expect(steps.splice(0)).toEqual(["flush the file", "rename", "flush the directory"]);
  success("done");
  expect(steps).toEqual(["flush the file", "rename", "flush the directory"]);
});

test("a key that was removed is removed from the disk", () => {
  state.set("key", 1);
  steps.length = 0;
  state.delete("key");
  expect(steps).toEqual(["remove", "flush the directory"]);
});
