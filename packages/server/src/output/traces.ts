import { readTextLevel } from "@botyard/core";
import type { NewLine } from "../store/index.ts";

/** A record is complete if its stream is silent for this long. A runtime writes a stack trace without such a pause. */
export const traceMs = 500;

/** More lines than any runtime writes for one failure. */
const mostLines = 1_000;
/** Lines that are kept apart until it is known whether they belong to the record. */
const mostApart = 50;

const traceback = /^(?: {2}\+ Exception Group )?Traceback \(most recent call last\):/;
/** Where a Python file cannot be compiled; no traceback precedes it. */
const uncompiled = /^ {2}File ".*", line \d+$/;
/** Where loguru caught an exception. Loguru also writes empty lines between the frames. */
const caught = /^> File ".*", line \d+/;
const chained =
  /^(?:During handling of the above exception, another exception occurred|The above exception was the direct cause of the following exception):$/;
const continuation = /^(?:[ \t]|Caused by: )/;
/** An exception whose name or message may begin with a word for a level, such as `Warning: late`. */
const named = /^(?:\w+\.)*[A-Z]+[a-z]\w*:/;

/** An error that may continue. */
interface Open {
  record: NewLine;
  bytes: number;
  lines: number;
  /** Where its first line begins in the file. */
  offset: number;
  /** When its last line was read, in milliseconds since 1970. */
  at: number;
  state: State;
  /** Lines after a traceback, which belong to it if another one follows or if it has ended the process. */
  apart: { line: NewLine; offset: number }[];
}

/** In a traceback: before its exception, after it, or before the next traceback. */
type State = "no traceback" | "frames" | "after" | "chained";

/** Joins the lines of an error to one record [LOG-14]. */
export class Traces {
  readonly #mostBytes: number;
  #open: Open | undefined;

  /** @param mostBytes maximum size of a message in bytes */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Where the open record begins in the file; undefined if every line was passed on. */
  get offset(): number | undefined {
    return this.#open?.offset;
  }

  /** Takes a line of text that begins at `offset`. Passes on what is complete. */
  add(line: NewLine, offset: number, now: number, into: NewLine[]): void {
    while (this.#open) {
      if (this.#joins(this.#open, line, offset)) {
        this.#open.at = now;
        return;
      }
      this.#letGo(this.#open, into);
    }
    if (line.level !== "error" || line.truncated) into.push(line);
    else {
      const bytes = Buffer.byteLength(line.message);
      this.#open = {
        record: line,
        bytes,
        lines: 1,
        offset,
        at: now,
        state: stateAfter(line.message),
        apart: [],
      };
    }
  }

  /** Passes on the open record if nothing was added to it for long enough. */
  rest(now: number, into: NewLine[]): void {
    if (this.#open && Math.abs(now - this.#open.at) >= traceMs) this.end(into);
  }

  /** Passes on the open record. If its exception has ended the process, the lines after it are its notes. */
  end(into: NewLine[], failed = false): void {
    if (failed && this.#open) this.#appendApart(this.#open);
    while (this.#open) this.#letGo(this.#open, into);
  }

  /** Passes on a record. The lines kept apart do not belong to it, and may be a record of several lines themselves. */
  #letGo({ record, apart, at }: Open, into: NewLine[]): void {
    into.push(record);
    this.#open = undefined;
    for (const { line, offset } of apart) this.add(line, offset, at, into);
  }

  #joins(open: Open, line: NewLine, offset: number): boolean {
    const { message } = line;
    const begins = isStart(message);
    if (line.truncated || (!begins && isOfLogger(message))) return false;
    if (open.apart.at(-1)?.line.message === "" && chained.test(message)) {
      open.state = "chained";
      return this.#appendApart(open, line);
    }
    switch (open.state) {
      case "no traceback":
        if (open.apart.length > 0) return false;
        // An exception that was never raised can be the cause of another one, and has no traceback.
        if (message === "") return open.apart.push({ line, offset }) > 0;
        return !begins && continuation.test(message) && this.#append(open, line);
      case "chained":
        if (!begins) return message === "" && this.#append(open, line);
        open.state = stateAfter(message);
        return this.#append(open, line);
      case "frames":
        if (traceback.test(message) || !this.#append(open, line)) return false;
        if (!continuation.test(message) && !caught.test(message) && message !== "") open.state = "after";
        return true;
      case "after":
        if (open.apart.length === 0 && continuation.test(message)) return !begins && this.#append(open, line);
        if (begins || open.apart.length >= mostApart || readTextLevel(message)) return false;
        return open.apart.push({ line, offset }) > 0;
    }
  }

  /** Appends the lines kept apart and those after them. */
  #appendApart(open: Open, ...after: NewLine[]): boolean {
    if (!this.#append(open, ...open.apart.map(({ line }) => line), ...after)) return false;
    open.apart = [];
    return true;
  }

  /** Returns false if the record would become too large. */
  #append(open: Open, ...lines: NewLine[]): boolean {
    const added = lines.map(({ message }) => `\n${message}`).join("");
    const bytes = open.bytes + Buffer.byteLength(added);
    if (bytes > this.#mostBytes || open.lines + lines.length > mostLines) return false;
    open.record.message += added;
    open.bytes = bytes;
    open.lines += lines.length;
    return true;
  }
}

function isStart(message: string): boolean {
  return traceback.test(message) || uncompiled.test(message);
}

/** Whether a line between those of a stack trace is a record of its own, such as one of another thread. */
function isOfLogger(message: string): boolean {
  const level = readTextLevel(message);
  if (level === undefined) return false;
  return continuation.test(message) || (level !== "error" && !named.test(message));
}

/** The lines of a group's traceback are all indented, so that its exception is not told apart from them. */
function stateAfter(start: string): State {
  if (!isStart(start)) return "no traceback";
  return start.startsWith("  +") ? "after" : "frames";
}
