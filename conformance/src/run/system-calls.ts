import { posix } from "node:path";
import type { Call } from "../system-call.ts";

/** The system calls that `callsOf` reads; names that the machine's processor does not have are ignored. */
export const tracedCalls = [
  ...["open", "openat", "openat2", "creat"],
  ...["write", "writev", "pwrite64", "pwritev", "pwritev2", "sendfile", "copy_file_range", "splice"],
  ...["ftruncate", "fallocate", "fsync", "fdatasync", "syncfs", "sync"],
  ...["rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat"],
];

/** A line of strace, or two that belong together because lines of other threads are between them. */
interface Line {
  thread: number;
  name: string;
  args: string;
  /** What the call returned; negative: it failed or did not return. */
  returned: number;
  begin: number;
  end: number;
}

/**
 * Reads the output of `strace -f -y`: writes to files, flushes to disk, renames and removals, in the order in which they began.
 * Calls that failed are left out, but a write that did not return may have written.
 */
export function callsOf(text: string): Call[] {
  const synchronous = new Set<string>();
  return linesOf(text)
    .sort((a, b) => a.begin - b.begin)
    .flatMap((line) => callsOfLine(line, synchronous));
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  const unfinished = new Map<string, { name: string; args: string; begin: number }>();
  const add = (thread: string, name: string, rest: string, begin: number, end: number) => {
    const [, args, returned] = /^([\s\S]*)\)\s+= (-?\d+|\?)/.exec(rest) ?? [];
    if (args === undefined) return;
    const isOver = returned !== "?";
    lines.push({ thread: Number(thread), name, args, returned: isOver ? Number(returned) : -1, begin, end });
  };
  for (const [at, line] of text.split("\n").entries()) {
    const [, thread = "", resumed, name = resumed ?? "", rest = ""] =
      /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()([\s\S]*)$/.exec(line) ?? [];
    const begun = unfinished.get(thread);
    if (resumed !== undefined && begun?.name === resumed) {
      unfinished.delete(thread);
      add(thread, name, begun.args + rest, begun.begin, at);
    } else if (rest.endsWith("<unfinished ...>")) {
      unfinished.set(thread, { name, args: rest.slice(0, -"<unfinished ...>".length), begin: at });
    } else if (resumed === undefined) add(thread, name, rest, at, at);
  }
  for (const [thread, { name, args, begin }] of unfinished) {
    lines.push({
      ...{ thread: Number(thread), name, args, returned: -1 },
      begin,
      end: Number.MAX_SAFE_INTEGER,
    });
  }
  return lines;
}

function callsOfLine(line: Line, synchronous: Set<string>): Call[] {
  const { thread, name, args, returned, begin, end } = line;
  const is = { thread, begin, end };
  const paths = descriptorsIn(args);
  if (name.startsWith("open") || name === "creat") {
    const path = pathsIn(args)[0];
    if (returned >= 0 && path !== undefined && /\bO_D?SYNC\b/.test(args)) synchronous.add(path);
    return [];
  }
  if (name === "sync" || name === "syncfs")
    return returned === 0 ? [{ ...is, kind: "flush", path: null }] : [];
  if (name === "fsync" || name === "fdatasync")
    return returned === 0 && paths[0] !== undefined ? [{ ...is, kind: "flush", path: paths[0] }] : [];
  if (/^(?:rename|link)/.test(name)) {
    const [path, to] = pathsIn(args);
    return returned === 0 && path && to ? [{ ...is, kind: "rename", path, to }] : [];
  }
  if (name.startsWith("unlink")) {
    const [path] = pathsIn(args);
    return returned === 0 && path && !args.includes("AT_REMOVEDIR") ? [{ ...is, kind: "remove", path }] : [];
  }
  const path = name === "copy_file_range" || name === "splice" ? paths.at(-1) : paths[0];
  const isOver = end !== Number.MAX_SAFE_INTEGER;
  if (path === undefined || (isOver && returned < 0)) return [];
  const write: Call = { ...is, kind: "write", path, size: Math.max(returned, 0) };
  const isFlushed = isOver && (synchronous.has(path) || /\bRWF_D?SYNC\b/.test(args));
  return isFlushed ? [write, { ...is, begin: end, kind: "flush", path }] : [write];
}

/** Returns the paths that `-y` prints behind descriptors: `3</tmp/x>`. */
function descriptorsIn(args: string): string[] {
  return [...args.matchAll(/\b\d+<(\/(?:[^<>\\]|\\.)*)>/g)].map(([, path]) => unescaped(path!));
}

/** Returns the paths given as arguments; a relative one follows the folder that it is relative to. */
function pathsIn(args: string): string[] {
  const named = /(?:(?:AT_FDCWD|\d+)<(\/(?:[^<>\\]|\\.)*)>, )?"((?:[^"\\]|\\.)*)"/g;
  return [...args.matchAll(named)].map(([, folder = "/", path]) =>
    posix.resolve(unescaped(folder), unescaped(path!)),
  );
}

const letters: Record<string, string> = { n: "\n", t: "\t", r: "\r", v: "\v", f: "\f" };

/** Decodes the escapes of strace, which stand for single bytes. */
function unescaped(text: string): string {
  const bytes = text.replace(/\\(?:([0-7]{1,3})|x([0-9a-f]{2})|([\s\S]))/g, (_, octal, hex, letter) => {
    if (letter !== undefined) return letters[letter] ?? letter;
    return String.fromCharCode(octal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(octal, 8));
  });
  return Buffer.from(bytes, "latin1").toString("utf8");
}
