import { expect, test } from "vitest";
import type { Context } from "../../src/context.ts";
import { UploadProgress } from "../../src/package/upload-progress.ts";

const mib = 1024 * 1024;

/** A context whose clock is changed only by the test, and what was printed. */
function surroundings({ isTTY = false, quiet = false }) {
  const printed: string[] = [];
  let now = 0;
  const context = {
    globals: { quiet },
    clock: { now: () => new Date(now) },
    stderr: { isTTY, columns: 40, write: (text: string) => void printed.push(text) },
    note: (text: string) => void (quiet || printed.push(`${text}\n`)),
  } as unknown as Context;
  const wait = (seconds: number) => {
    now += seconds * 1000;
  };
  return { context, printed, wait };
}

test("in a terminal, one line is rewritten, fits the width and disappears at the end", () => {
  const { context, printed } = surroundings({ isTTY: true });
  const progress = new UploadProgress(context, { files: 1000, bytes: 180 * mib });
  progress.add({ files: 10, bytes: 90 * mib });
  progress.add({ files: 990, bytes: 90 * mib });
  progress.end();
  expect(printed).toEqual([
    "\r  50 %: 90.0 MiB of 180.0 MiB, 10 of 10\u001b[K",
    "\r  100 %: 180.0 MiB of 180.0 MiB, 1000 o\u001b[K",
    "\r\u001b[K",
  ]);
});

test("elsewhere a line is printed now and then", () => {
  const { context, printed, wait } = surroundings({});
  const progress = new UploadProgress(context, { files: 4, bytes: 4 * mib });
  progress.add({ files: 1, bytes: mib });
  wait(9);
  progress.add({ files: 1, bytes: mib });
  wait(1);
  progress.add({ files: 1, bytes: mib });
  wait(9);
  progress.add({ files: 1, bytes: mib });
  progress.end();
  expect(printed).toEqual(["  75 %: 3.0 MiB of 4.0 MiB, 3 of 4 files\n"]);
});

test.each([true, false])("--quiet prints no progress (in a terminal: %s)", (isTTY) => {
  const { context, printed, wait } = surroundings({ isTTY, quiet: true });
  const progress = new UploadProgress(context, { files: 2, bytes: 2 });
  wait(60);
  progress.add({ files: 2, bytes: 2 });
  progress.end();
  expect(printed).toEqual([]);
});

test("empty files are progress, too", () => {
  const { context } = surroundings({});
  const progress = new UploadProgress(context, { files: 2, bytes: 0 });
  progress.add({ files: 1, bytes: 0 });
  expect(progress.text()).toBe("  100 %: 0 B of 0 B, 1 of 2 files");
});
