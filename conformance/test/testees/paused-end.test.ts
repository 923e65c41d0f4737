import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { getPriority, setPriority, tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
      // On a busy machine a bot may have ended before it is paused: it is paused sooner then.
      let wait = afterMs;
      const disturb = async (step: Started) => {
        await pause(wait);
        wait = Math.max(0, wait - 10);
        return pauseOnce(step);
      };
      // As below: a bot to which the pause counts loses the text each time.
      await keepsTail(testee, disturb, 5);
    }
  });

  test("that gets little of the processor while an error ends it loses nothing either", () =>
    // On a busy machine, the thread that prints may get no processor for longer than a turn even so. A bot to which time
    // without a processor counts loses the text each time.
    keepsTail(testee, async (step) => starve(step), 20));
});

/** Checks that a bot prints everything, whatever disturbs its end, at least in one of so many tries. */
async function keepsTail(
  testee: Described,
  disturb: (step: Started) => Promise<boolean>,
  mostTries: number,
): Promise<void> {
  // Other programs may not disturb: nothing but the test decides when the bot runs.
  const first: Described = { ...testee, start: ["nice", "-n", "-20", ...testee.start] };
  const priority = getPriority();
  if (process.getuid?.() === 0) setPriority(-20);
  let text = "";
  try {
    for (let tries = 0; tries < mostTries && text !== "tail"; tries++)
      text = (await printedBy(first, disturb)).slice(pipeBytes);
  } finally {
    setPriority(priority);
  }
  expect(text).toBe("tail");
}

/**
 * Returns what a bot has printed that an error ended while its standard output was full and it was disturbed. It is
 * tried again until the disturbance says that it was in time.
 */
async function printedBy(testee: Described, disturb: (step: Started) => Promise<boolean>): Promise<string> {
  for (;;) {
    const fifo = join(mkdtempSync(join(tmpdir(), "paused-end-")), "stdout");
    execFileSync("mkfifo", [fifo]);
    const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    onTestFinished(() => {
      closeSync(reader);
      rmSync(dirname(fifo), { recursive: true, force: true });
    });
    const step = new Started(testee, endWhileFull, {}, openSync(fifo, "w"));
    let isOver = false;
    const ended = step.ended.finally(() => {
      isOver = true;
    });
    while (!isOver && step.text("stderr") === "") await pause(1);
    const inTime = await disturb(step);
    let text = available(reader);
    step.kill("SIGCONT");
    await ended;
    text += available(reader);
    if (inTime) return text;
  }
}

/** One thread prints more than the pipe holds, and another ends the process meanwhile. */
const endWhileFull = numbered([
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
]);

/** Stops the process for a while; returns false if it had ended. */
async function pauseOnce(step: Started): Promise<boolean> {
  step.kill("SIGSTOP");
  while (!isStopped(step)) {
    if (!existsSync(`/proc/${step.pid}`)) return false;
    await pause(1);
  }
  await pause(pausedMs);
  return true;
}

/** Lets the process run only for moments; returns false if it had run too long before or in them, and may have ended. */
function starve(step: Started): boolean {
  step.kill("SIGSTOP");
  let ranMs = Date.now() - statSync(join(step.dir, "stderr")).mtimeMs;
  for (let moments = 0; moments < 60 && ranMs < 60; moments++) {
    sleep(15);
    step.kill("SIGCONT");
    const began = performance.now();
    sleep(0.3);
    ranMs += performance.now() - began;
    step.kill("SIGSTOP");
  }
  return ranMs < 60;
}

/** Blocks, because a timer of the event loop is too coarse. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function isStopped({ pid }: Started): boolean {
  try {
    return /\) T /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
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
