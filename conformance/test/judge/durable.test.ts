import { describe } from "vitest";
import { callsOf } from "../../src/run/system-calls.ts";
import { corpus, file, folder } from "./recorded.ts";

const state = { after: { state: folder, "state/k.json": file("1") }, env: envOf() };
const result = { after: { "out/result.json": file("1") }, env: envOf() };

function envOf(): Record<string, string> {
  const paths = {
    CODE_MOUNT_DIR: "/case/code",
    RESULT_PATH: "/case/out/result.json",
    STATE_DIR: "/case/state",
  };
  return { ...paths, CONF_TRACE: "/kept/trace" };
}

const temporary = "/case/state/.tmp-k-0123456789abcdef";
const write = `7 write(3<${temporary}>, ""..., 1) = 1`;
const flush = `7 fsync(3<${temporary}>) = 0`;
const rename = `7 rename("${temporary}", "/case/state/k.json") = 0`;
const flushFolder = "7 fsync(3</case/state>) = 0";
const note = '7 write(4</kept/trace>, ""..., 24) = 24';
const traced = (...lines: string[]) => ({ calls: callsOf(`${lines.join("\n")}\n`) });

const notFlushed = "state k.json: its temporary file was not flushed to disk before it was renamed";
const notLast =
  "state k.json: its temporary file was not flushed to disk after its last write before it was renamed";
const notFlushedAfterRemoval = "state k.json: STATE_DIR was not flushed to disk after the removal";
const noFolder = "state k.json: STATE_DIR was not flushed to disk after the rename";

const nothing = "state: expected a file of a key to be put in place or removed, saw none";

corpus("state that is durable", "run: { ops: [] }\nexpect: { state: { k.json: 1 }, durable: [state] }", {
  passes: {
    "a flush of the file, and one of the folder": {
      ...state,
      ...traced(note, write, flush, rename, flushFolder, note),
    },
    "two threads that set keys at the same time": {
      ...state,
      ...traced(
        ...[write, `8 write(5<${temporary}8>, ""..., 1 <unfinished ...>`, flush, rename],
        ...["8 <... write resumed>) = 1", "7 fsync(3</case/state> <unfinished ...>"],
        ...[`8 fdatasync(5<${temporary}8>) = 0`, `8 rename("${temporary}8", "/case/state/l.json") = 0`],
        ...["7 <... fsync resumed>) = 0", "8 fsync(5</case/state>) = 0", note],
      ),
    },
    "a flush of everything": { ...state, ...traced(write, "7 sync() = 0", rename, "7 syncfs(3</case>) = 0") },
    "a flush of the file by another thread": {
      ...state,
      ...traced(write, flush.replace("7", "8"), rename, flushFolder),
    },
    "other files that are not flushed": {
      ...state,
      ...traced(write, flush, rename, flushFolder, note, '7 write(3</case/tmp/x>, ""..., 1) = 1'),
    },
  },
  fails: {
    "no flush of the file": [{ ...state, ...traced(write, rename, flushFolder) }, notFlushed],
    "a flush of another file": [
      { ...state, ...traced(write, "7 fsync(3</case/state/.tmp-l>) = 0", rename, flushFolder) },
      notFlushed,
    ],
    "a flush that failed": [
      { ...state, ...traced(write, flush.replace("= 0", "= -1 EIO"), rename, flushFolder) },
      notFlushed,
    ],
    "a flush before the last write": [
      { ...state, ...traced(write, flush, write, rename, flushFolder) },
      notLast,
    ],
    "a flush that begins before a write has ended": [
      {
        ...state,
        ...traced(
          ...[write.replace(") = 1", " <unfinished ...>"), flush.replace("7", "8")],
          ...["7 <... write resumed>) = 1", rename, flushFolder],
        ),
      },
      notLast,
    ],
    "a flush that ends after the rename": [
      {
        ...state,
        ...traced(
          ...[write, flush.replace("7", "8").replace(") = 0", " <unfinished ...>"), rename],
          ...["8 <... fsync resumed>) = 0", flushFolder],
        ),
      },
      notFlushed,
    ],
    "a flush of the file at its new place": [
      { ...state, ...traced(write, rename, "7 fsync(3</case/state/k.json>) = 0", flushFolder) },
      notFlushed,
    ],
    "no flush of the folder": [{ ...state, ...traced(write, flush, rename, note) }, noFolder],
    "a flush of the folder before the rename": [
      { ...state, ...traced(write, flush, flushFolder, rename, note) },
      noFolder,
    ],
    "a flush of the folder after the call has returned": [
      { ...state, ...traced(write, flush, rename, note, flushFolder) },
      "state k.json: STATE_DIR was flushed to disk only after the call had returned",
    ],
    "a second value that is not flushed": [
      {
        ...state,
        ...traced(
          write,
          flush,
          rename,
          flushFolder,
          note,
          ...[write, flush, rename]
            .map((line) => line.replace(temporary, `${temporary}9`))
            .filter((line) => !line.includes("fsync")),
          flushFolder,
        ),
      },
      notFlushed,
    ],
    "a file that is changed in its place": [
      {
        ...state,
        ...traced(write, flush, rename, flushFolder, '7 write(3</case/state/k.json>, ""..., 1) = 1'),
      },
      "state k.json: was written to in its place",
    ],
    "no rename at all": [
      {
        ...state,
        ...traced('7 write(3</case/state/k.json>, ""..., 1) = 1', "7 fsync(3</case/state/k.json>) = 0"),
      },
      nothing,
    ],
    "no calls": [{ ...state, calls: [] }, nothing],
    "no trace of the calls": [state, "error calls: were not traced"],
  },
});

const removal = '7 unlink("/case/state/k.json") = 0';
const cleared = { after: { state: folder }, env: envOf() };

corpus("keys that are removed durably", "run: { ops: [] }\nexpect: { state: {}, durable: [state] }", {
  passes: {
    "a flush of the folder": { ...cleared, ...traced(note, removal, flushFolder, note) },
    "one flush after two removals": {
      ...cleared,
      ...traced(removal, '7 unlinkat(3</case/state>, "l.json", 0) = 0', flushFolder, note),
    },
    "a flush of everything": { ...cleared, ...traced(removal, "7 sync() = 0", note) },
  },
  fails: {
    "no flush": [{ ...cleared, ...traced(removal, note) }, notFlushedAfterRemoval],
    "a flush before the removal": [
      { ...cleared, ...traced(flushFolder, removal, note) },
      notFlushedAfterRemoval,
    ],
    "a flush of another folder": [
      { ...cleared, ...traced(removal, "7 fsync(3</case/out>) = 0", note) },
      notFlushedAfterRemoval,
    ],
    "a flush after the call has returned": [
      { ...cleared, ...traced(removal, note, flushFolder) },
      "state k.json: STATE_DIR was flushed to disk only after the call had returned",
    ],
    "the removal of another file": [
      { ...cleared, ...traced('7 unlink("/case/state/.tmp-k-0123456789abcdef") = 0', flushFolder, note) },
      nothing,
    ],
  },
});

describe("work beside", () => {
  corpus(
    "another thread",
    "run: { ops: [{ parallel: [[{ state.set: [k, 1], any: true }]], any: true }] }\nexpect: { state: { k.json: 1 }, durable: [state] }",
    {
      passes: {
        "that records its own calls before the folder is flushed": {
          ...state,
          ...traced(write, flush, rename, note, flushFolder),
          trace: '{"id":"1","begin":"parallel"}\n{"id":"1.1.1","begin":"state.set"}\n{"end":true}\n',
        },
      },
      fails: {
        "although the folder is never flushed": [
          {
            ...state,
            ...traced(write, flush, rename, note),
            trace: '{"id":"1","begin":"parallel"}\n{"id":"1.1.1","begin":"state.set"}\n{"end":true}\n',
          },
          noFolder,
        ],
      },
    },
  );
});

const ofResult = (line: string): string =>
  line
    .replaceAll(temporary, "/case/out/.tmp-result.json-0123456789abcdef")
    .replaceAll("state/k.json", "out/result.json");

corpus("a result that is durable", "run: { ops: [] }\nexpect: { result: 1, durable: [result] }", {
  passes: {
    "a flush of the file": { ...result, ...traced(...[write, flush, rename].map(ofResult)) },
    "a file opened for synchronous writes": {
      ...result,
      ...traced(
        ...[
          `7 openat(AT_FDCWD</case/code>, "${temporary}", O_WRONLY|O_CREAT|O_EXCL|O_DSYNC, 0666) = 3<${temporary}>`,
          ...[write, rename],
        ].map(ofResult),
      ),
    },
  },
  fails: {
    "no flush": [
      { ...result, ...traced(...[write, rename].map(ofResult)) },
      "result: its temporary file was not flushed to disk before it was renamed",
    ],
    "a rename of another file": [
      { ...result, ...traced(write, flush, rename, flushFolder) },
      "result: expected a temporary file to be renamed to it, saw none",
    ],
  },
});
