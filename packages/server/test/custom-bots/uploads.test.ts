import { readdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type Checks, checksHere } from "@botyard/manifest";
import { expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { receive } from "../../src/custom-bots/receive.ts";
import { storedPackages } from "../../src/custom-bots/stored-packages.ts";
import { Uploads } from "../../src/custom-bots/upload.ts";
import { UploadSlots } from "../../src/custom-bots/upload-slots.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import type { ServiceStore } from "../../src/store/index.ts";

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
  const store = {} as ServiceStore;
  const uploads = new Uploads({
    ...{ store, checks, clock: systemClock, settings, target },
    files: storedPackages({ store, checks, dataDir, clock: systemClock }).files,
  });
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

/** An upload that a test sends, on a clock that it sets. */
async function receiving() {
  const dataDir = await mkdtemp(join(tmpdir(), "botyard-uploads-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const body = new Readable({ read() {} });
  const ended = receive(body, dataDir, { bytes: 1e6, ended: new Promise(() => {}) });
  const written = () => statSync(join(dataDir, "uploads", readdirSync(join(dataDir, "uploads"))[0]!)).size;
  const send = async (bytes: number, whole: number) => {
    body.push(Buffer.alloc(bytes));
    await vi.waitFor(() => expect(written()).toBe(whole));
  };
  const kept = () => readdirSync(join(dataDir, "uploads"));
  return { ended, send, kept };
}

const tooSlow = {
  code: "request_timeout",
  message: "Fewer than 32768 bytes of the package arrived within 30 s.",
};

test("an upload of which hardly anything arrives for 30 s is ended, and nothing of it is kept", async () => {
  const { ended, send, kept } = await receiving();
  await send(33_000, 33_000);
  vi.advanceTimersByTime(30_000);
  await send(33_000, 66_000);
  vi.advanceTimersByTime(30_000);
  await send(32_000, 98_000);
  vi.advanceTimersByTime(30_000);
  await expect(ended).rejects.toMatchObject(tooSlow);
  expect(kept()).toEqual([]);
});

test("an upload that stalls at the beginning of a period of 30 s is ended after the next one", async () => {
  const { ended, send, kept } = await receiving();
  let isOver = false;
  const over = ended.catch((error: unknown) => {
    isOver = true;
    return error;
  });
  await send(33_000, 33_000);
  vi.advanceTimersByTime(58_000);
  await send(1, 33_001);
  expect(isOver).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(await over).toMatchObject(tooSlow);
  expect(kept()).toEqual([]);
});

test("uploads are refused while as many as allowed are in progress, of one user or of all", () => {
  const slots = new UploadSlots({ uploads: 3, uploadsPerUser: 2 });
  const free = slots.take("one");
  slots.take("one");
  expect(() => slots.take("one")).toThrow("2 of your uploads are in progress");
  slots.take("two");
  expect(() => slots.take("three")).toThrow("3 uploads are in progress");
  free();
  slots.take("three");
});
