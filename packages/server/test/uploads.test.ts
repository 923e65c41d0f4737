import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type Checks, checksHere } from "@botyard/manifest";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../src/clock.ts";
import { Uploads } from "../src/custom-bots/upload.ts";
import { defaultSettings } from "../src/settings.ts";
import type { Records } from "../src/store/index.ts";

test("of the uploads of one user, one is unpacked at a time; those of others do not wait", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "botyard-uploads-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const running = new Set<string>();
  const seen: number[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const checks: Checks = {
    ...checksHere,
    async checkArchive(path) {
      running.add(path);
      seen.push(running.size);
      await held;
      running.delete(path);
      return { problems: [] };
    },
  };
  const machine = { os: "linux", architecture: "x64", libc: "glibc", libc_version: "2.36" } as const;
  const target = async () => ({ ...machine, interpreters: [] });
  const settings = { ...defaultSettings, dataDir };
  const uploads = new Uploads({} as Records, checks, systemClock, settings, target);
  const take = (owner: string, text: string) =>
    uploads
      .take(owner, Readable.from([Buffer.from(text)]), { bytes: 100, ended: new Promise(() => {}) })
      .catch((error: { code: string }) => error.code);
  const all = [take("one", "a"), take("one", "b"), take("one", "c"), take("two", "d")];
  await expect.poll(() => running.size).toBe(2);
  release();
  expect(await Promise.all(all)).toEqual(Array(4).fill("package_invalid"));
  expect(Math.max(...seen)).toBe(2);
  expect(seen).toHaveLength(4);
});
