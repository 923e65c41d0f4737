import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { whyNotBuilt } from "../../../packages/repo/src/run/languages.ts";
import { buildTestee, type Described, describeTestee, numbered, Started } from "./start.ts";

/** Longer than the end may wait for a reader [RES-18]. */
const pausedMs = 250;
const pipeBytes = 65_536;

// Node prints synchronously, and its worker threads print through its main thread.
describe.each(["cpp", "csharp", "haskell", "python", "rust", "scala"])("a bot in %s", (name) => {
  let testee: Described;
  let lacking: string | undefined;

  beforeAll(async () => {
    testee = describeTestee(`testees/${name}`);
    lacking = await whyNotBuilt(name);
    if (lacking === undefined) buildTestee(testee);
  }, 600_000);
  beforeEach(({ skip }) => skip(lacking !== undefined, lacking));

  test("that is paused while an error ends it loses nothing that it has printed", async () => {
    for (const afterMs of [0, 20, 40, 60, 75]) {
      let text: string | undefined;
      // On a busy machine a bot may have ended before it is paused: it is paused sooner then.
      for (let wait = afterMs; text === undefined; wait = Math.max(0, wait - 10))
        text = await printedByPaused(testee, wait);
      expect(text.slice(pipeBytes)).toBe("tail");
    }
  });
});

/** Returns what a bot has printed that was paused so long after its end began; undefined if it was over before. */
async function printedByPaused(testee: Described, afterMs: number): Promise<string | undefined> {
  const fifo = join(mkdtempSync(join(tmpdir(), "paused-end-")), "stdout");
  onTestFinished(() => rmSync(fifo, { force: true }));
  execFileSync("mkfifo", [fifo]);
  const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  const step = new Started(
    testee,
    numbered([
      [
        "parallel",
        [
          ["print", "x".repeat(pipeBytes)],
          ["touch", "filled"],
          ["print", "tail"],
        ],
        [
          ["wait_for", "filled"],
          ["repeat", 50, [["state.set", "k", 1]]],
          ["error", "stop"],
        ],
      ],
    ]),
    {},
    openSync(fifo, "w"),
  );
  let isOver = false;
  const ended = step.ended.finally(() => {
    isOver = true;
  });
  while (!isOver && step.text("stderr") === "") await pause(1);
  await pause(afterMs);
  step.kill("SIGSTOP");
  const stopped = () => /\) T /.test(readFileSync(`/proc/${step.pid}/stat`, "latin1"));
  try {
    while (!stopped()) {
      if (isOver) return undefined;
      await pause(1);
    }
  } catch {
    return undefined;
  }
  await pause(pausedMs);
  let text = available(reader);
  step.kill("SIGCONT");
  await ended;
  text += available(reader);
  return text;
}

function available(reader: number): string {
  const buffer = Buffer.alloc(2 * pipeBytes);
  let text = "";
  for (;;) {
    try {
      const count = readSync(reader, buffer);
      if (count === 0) return text;
      text += buffer.toString("latin1", 0, count);
    } catch {
      // Nothing more yet.
      return text;
    }
  }
}
