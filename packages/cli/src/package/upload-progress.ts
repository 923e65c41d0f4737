import type { Context } from "../context.ts";
import { bytes } from "../output/times.ts";

/** Without a terminal, progress is printed at most this often. */
const pauseMs = 10_000;

/** What is to be sent, and what of it has been. */
export interface Progress {
  files: number;
  bytes: number;
}

/** Shows the progress of an upload on standard error: in a terminal one line that is rewritten, else a line now and then. */
export class UploadProgress {
  readonly #context: Context;
  readonly all: Progress;
  readonly done: Progress = { files: 0, bytes: 0 };
  #last: number;
  #isShown = false;

  constructor(context: Context, all: Progress) {
    this.#context = context;
    this.all = all;
    this.#last = context.clock.now().getTime();
  }

  /** Adds what the platform has acknowledged, and shows it. */
  add(sent: Progress): void {
    this.done.files += sent.files;
    this.done.bytes += sent.bytes;
    const { stderr, globals, clock } = this.#context;
    if (globals.quiet) return;
    if (stderr.isTTY) {
      this.#isShown = true;
      stderr.write(`\r${this.text().slice(0, stderr.columns - 1)}\u001b[K`);
      return;
    }
    const now = clock.now().getTime();
    if (now - this.#last < pauseMs) return;
    this.#last = now;
    this.#context.note(this.text());
  }

  /** Removes the line from the terminal. */
  end(): void {
    if (this.#isShown) this.#context.stderr.write("\r\u001b[K");
    this.#isShown = false;
  }

  text(): string {
    const { done } = this;
    const percent = this.all.bytes === 0 ? 100 : Math.floor((100 * done.bytes) / this.all.bytes);
    return `  ${percent} %: ${bytes(done.bytes)} of ${bytes(this.all.bytes)}, ${done.files} of ${this.all.files} files`;
  }
}
