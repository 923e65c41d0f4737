import { corpus, file, folder } from "./recorded.ts";

const k = (text: string) => ({ state: folder, "state/k.json": file(text) });

corpus("state that nobody changes", "run: { ops: [] }", {
  passes: { "the same files": { before: k("1") }, "no folder at all": {} },
  fails: {
    "a value that changed": [
      { before: k("1"), after: k("1.0") },
      'state k.json: expected no change; before: a file of 1 byte: "1"; after: a file of 3 bytes: "1.0"',
    ],
    "a value that went": [
      { before: k("1"), after: { state: folder } },
      'state k.json: expected no change; before: a file of 1 byte: "1"; after: nothing',
    ],
    "a value that came": [
      { before: k("1"), after: { ...k("1"), "state/l.json": file("2") } },
      'state l.json: expected no change; before: nothing; after: a file of 1 byte: "2"',
    ],
    "a folder that was only read from": [
      { after: { state: folder } },
      "file state: expected no change; before: nothing; after: a folder",
    ],
  },
});

corpus(
  "state that is named",
  "run: { ops: [] }\nexpect: { state: { k.json: [1], l.json: { $any: true } } }",
  {
    passes: {
      "these files and no other": { after: { ...k("[1.0]"), "state/l.json": file("null") } },
      "beside a folder that was there": {
        before: { "state/d": folder },
        after: { "state/d": folder, ...k("[1]"), "state/l.json": file("0") },
      },
    },
    fails: {
      "one less": [{ after: k("[1]") }, "state l.json: expected a file, got nothing"],
      "one more": [
        { after: { ...k("[1]"), "state/l.json": file("0"), "state/m.json": file("0") } },
        'state m.json: expected nothing, got a file of 1 byte: "0"',
      ],
      "one with the name of a JavaScript method": [
        { after: { ...k("[1]"), "state/l.json": file("0"), "state/toString": file("0") } },
        'state toString: expected nothing, got a file of 1 byte: "0"',
      ],
      "a folder more": [
        { after: { ...k("[1]"), "state/l.json": file("0"), "state/sub": folder } },
        "state sub: expected nothing, got a folder",
      ],
      "a temporary file that stayed": [
        { after: { ...k("[1]"), "state/l.json": file("0"), "state/.tmp-k-0123456789abcdef": file("") } },
        'state .tmp-k-0123456789abcdef: expected nothing, got a file of 0 bytes: ""',
      ],
      "another value": [
        { after: { ...k("[2]"), "state/l.json": file("0") } },
        "state k.json[0]: expected 1, got 2",
      ],
      "a value that is no JSON": [
        { after: { ...k("[1]"), "state/l.json": file("nul") } },
        'state l.json: not valid JSON: not a JSON value at position 0, near "nul"',
      ],
      "a folder in the file's place": [
        { after: { ...k("[1]"), "state/l.json": folder } },
        "state l.json: expected a file, got a folder",
      ],
      "in the folder that is the default, where another was named": [
        { after: { "code/.state": folder, "code/.state/k.json": file("[1]") } },
        "state k.json: expected a file, got nothing",
        "state l.json: expected a file, got nothing",
        "file code/.state: expected no change; before: nothing; after: a folder",
        'file code/.state/k.json: expected no change; before: nothing; after: a file of 3 bytes: "[1]"',
      ],
    },
  },
);

corpus("state at its default place", "run: { ops: [] }\nexpect: { state: { k.json: 1 } }", {
  passes: {
    "below the code folder, for a STATE_DIR that is not set": {
      env: { CODE_MOUNT_DIR: "/case/code", RESULT_PATH: "/case/out/result.json" },
      after: { "code/.state": folder, "code/.state/k.json": file("1") },
    },
    "with the parents that had to be made": {
      env: { CODE_MOUNT_DIR: "/case/code", STATE_DIR: "a/b" },
      after: { "code/a": folder, "code/a/b": folder, "code/a/b/k.json": file("1") },
    },
  },
  fails: {
    "with a parent too many": [
      { after: { ...k("1"), "code/a": folder } },
      "file code/a: expected no change; before: nothing; after: a folder",
    ],
  },
});

corpus("state of exact bytes", 'run: { ops: [] }\nexpect: { state: { k.json: { $text: "{ }" } } }', {
  passes: { "the bytes that bot code put there": { before: k("{ }") } },
  fails: {
    "written anew": [{ before: k("{ }"), after: k("{}") }, 'state k.json: expected "{ }", got "{}"'],
  },
});

corpus("no state", "run: { ops: [] }\nexpect: { state: {} }", {
  passes: { "all of it went": { before: k("1"), after: { state: folder } } },
  fails: {
    "the folder went with it": [
      { before: k("1"), after: {} },
      "file state: expected no change; before: a folder; after: nothing",
    ],
    "one stayed": [{ before: k("1") }, 'state k.json: expected nothing, got a file of 1 byte: "1"'],
  },
});
