import { corpus, file, folder, trace } from "./recorded.ts";

const touched = trace("1 touch", "1 = null", "end");
const mark = { "code/mark": file("") };
const nothing = (path: string, seen: string) =>
  `file ${path}: expected no change; before: nothing; after: ${seen}`;

corpus("files that are not named", "run: { ops: [{ touch: [mark] }] }", {
  passes: {
    "the one that the script itself makes": { ...touched, after: mark },
    "one that was there": { ...touched, before: { "code/data.csv": file("1") } },
  },
  fails: {
    "one in the code folder": [
      { ...touched, after: { "code/core": file("") } },
      nothing("code/core", 'a file of 0 bytes: ""'),
    ],
    "one in the home folder": [
      { ...touched, after: { "home/.cache": folder } },
      nothing("home/.cache", "a folder"),
    ],
    "one beside the folders": [
      { ...touched, after: { "result.json": file("{}") } },
      nothing("result.json", 'a file of 2 bytes: "{}"'),
    ],
    "one with the name of a JavaScript method": [
      { ...touched, after: { constructor: file("{}"), "tmp/valueOf": file("") } },
      nothing("constructor", 'a file of 2 bytes: "{}"'),
      nothing("tmp/valueOf", 'a file of 0 bytes: ""'),
    ],
    "a link": [
      { ...touched, after: { "tmp/x": { kind: "link", to: "/etc" } } },
      nothing("tmp/x", "a link to /etc"),
    ],
    "a socket": [
      { ...touched, after: { "tmp/x": { kind: "other" } } },
      nothing("tmp/x", "neither a file nor a folder"),
    ],
    "one that changed": [
      { ...touched, before: { "code/data.csv": file("1") }, after: { "code/data.csv": file("2") } },
      'file code/data.csv: expected no change; before: a file of 1 byte: "1"; after: a file of 1 byte: "2"',
    ],
    "one that went": [
      { ...touched, before: { "code/data.csv": file("1") }, after: {} },
      'file code/data.csv: expected no change; before: a file of 1 byte: "1"; after: nothing',
    ],
    "one outside of the case's folder": [
      { ...touched, strays: ["kept-elsewhere"] },
      "file ../kept-elsewhere: was created outside the case's folder",
    ],
  },
});

const named = `run: { ops: [] }
expect:
  files:
    code/json: { json: { a: { $type: number } } }
    code/text: { text: "é\\n" }
    code/folder: { folder: true }
    code/gone: { absent: true }
    code/any: { any: true }`;
const all = { "code/json": file('{"a":1}'), "code/text": file("é\n"), "code/folder": folder };

corpus("files that are named", named, {
  passes: {
    "all as they are described": { after: all },
    "whatever it is, where anything may be": { after: { ...all, "code/any": folder } },
    "one that went as it had to": { before: { "code/gone": file("x") }, after: all },
  },
  fails: {
    "none of them": [
      {},
      "file code/json: expected a file, got nothing",
      "file code/text: expected a file, got nothing",
      "file code/folder: expected a folder, got nothing",
    ],
    "another value": [
      { after: { ...all, "code/json": file('{"a":"1"}') } },
      'file code/json.a: expected {"$type":"number"}, got "1"',
    ],
    "JSON with white space": [
      { after: { ...all, "code/json": file('{"a": 1}') } },
      "file code/json: white space between tokens [JSON-1]",
    ],
    "a text without its last byte": [
      { after: { ...all, "code/text": file("é") } },
      'file code/text: expected "é\\n", got "é"',
    ],
    "a file for a folder": [
      { after: { ...all, "code/folder": file("") } },
      'file code/folder: expected a folder, got a file of 0 bytes: ""',
    ],
    "one that should be gone": [
      { after: { ...all, "code/gone": folder } },
      "file code/gone: expected nothing, got a folder",
    ],
  },
});

const written = "run: { ops: [] }\nexpect: { state: { k.json: 1 }, result: 1 }";
const kept = { "out/result.json": file("1"), state: folder, "state/k.json": file("1") };
const appeared = (folder: string, ...names: string[]) => ({
  after: kept,
  names: names.map((name) => ({ folder, name })),
});
const other = (path: string) =>
  `file ${path}: appeared during the step and is not a temporary file by [RES-4] or [ST-6]`;

corpus("how files are written", written, {
  passes: {
    "by temporary files of the contract's names": {
      after: kept,
      names: [
        ...[".tmp-result.json-0123456789abcdef", "result.json"].map((name) => ({ folder: "out", name })),
        ...[".tmp-k-0123456789abcdef", "k.json"].map((name) => ({ folder: "state", name })),
      ],
    },
    "by a key whose text is encoded, which came and went": appeared(
      "state",
      ".tmp-%2e%2e-0123456789abcdef",
      "%2e%2e.json",
    ),
    "a key's file that came and went": appeared("state", "a%c3%a9.json"),
  },
  fails: {
    "over the old file": [
      { before: kept, torn: ["state/k.json"] },
      "file state/k.json: was overwritten in place instead of being replaced",
    ],
    "by another temporary name": [appeared("state", "k.json.tmp"), other("state/k.json.tmp")],
    "by the name of no key that was set": [
      appeared("state", ".tmp-ke-0123456789abcdef", "key.json"),
      other("state/.tmp-ke-0123456789abcdef"),
    ],
    "by fifteen digits": [appeared("state", ".tmp-k-0123456789abcde"), other("state/.tmp-k-0123456789abcde")],
    "by seventeen digits": [
      appeared("state", ".tmp-k-0123456789abcdef0"),
      other("state/.tmp-k-0123456789abcdef0"),
    ],
    "by capital digits": [
      appeared("state", ".tmp-k-0123456789ABCDEF"),
      other("state/.tmp-k-0123456789ABCDEF"),
    ],
    "by a key that is not encoded": [
      appeared("state", ".tmp-K-0123456789abcdef"),
      other("state/.tmp-K-0123456789abcdef"),
    ],
    "by the name of another file": [
      appeared("out", ".tmp-result-0123456789abcdef"),
      other("out/.tmp-result-0123456789abcdef"),
    ],
    "by a name in which the dot is another character": [
      appeared("out", ".tmp-resultxjson-0123456789abcdef"),
      other("out/.tmp-resultxjson-0123456789abcdef"),
    ],
    "by a file with the name of a JavaScript method": [appeared("", "toString"), other("toString")],
    "by a key's name in the result's folder": [appeared("out", "k.json"), other("out/k.json")],
    "by a key's name that is not encoded": [appeared("state", "K.json"), other("state/K.json")],
  },
});

const killed = "run: { ops: [] }\nexpect: { exit: { signal: SIGKILL }, state: { k.json: 1 }, result: 1 }";
const dead = { exit: { signal: "SIGKILL" } };

corpus("what a kill leaves", killed, {
  passes: {
    "a temporary file of its own": {
      ...dead,
      after: { ...kept, "state/.tmp-k-0123456789abcdef": file("") },
    },
  },
  fails: {
    "a file of another name": [
      { ...dead, after: { ...kept, "state/k.json.tmp": file("") } },
      'state k.json.tmp: expected nothing, got a file of 0 bytes: ""',
    ],
    "a temporary file that is not its own and changed": [
      {
        ...dead,
        before: { "state/.tmp-k-0123456789abcdef": file("x") },
        after: { ...kept, "state/.tmp-k-0123456789abcdef": file("y") },
      },
      'state .tmp-k-0123456789abcdef: expected nothing, got a file of 1 byte: "y"',
    ],
  },
});

const cutOff = `run:
  ops:
    - parallel:
        - - state.set: [k, 1]
            any: true
        - - error: [stop]
      ends: true
expect: { exit: 1, result: { status: error, message: stop } }`;
const told = {
  exit: { code: 1 },
  ...trace("1 parallel", "1.1.1 state.set", "1.2.1 error"),
  before: { "state/k.json": file("0") },
};
const reported = {
  "state/k.json": file("0"),
  "out/result.json": file('{"status":"error","message":"stop"}'),
};
const half = ".tmp-k-0123456789abcdef";

corpus("what an error leaves of a set in another thread", cutOff, {
  passes: {
    nothing: { ...told, after: reported },
    "its temporary file": { ...told, after: { ...reported, [`state/${half}`]: file("") } },
  },
  fails: {
    "half a result": [
      { ...told, after: { ...reported, "out/.tmp-result.json-0123456789abcdef": file("{") } },
      'file out/.tmp-result.json-0123456789abcdef: expected no change; before: nothing; after: a file of 1 byte: "{"',
    ],
    "a file of another name": [
      { ...told, after: { ...reported, "state/.tmp-k": file("") } },
      /^state \.tmp-k: expected no change/,
    ],
    "the temporary file of another process is gone": [
      { ...told, before: { ...told.before, [`state/${half}`]: file("") }, after: reported },
      /^state \.tmp-k-0123456789abcdef: expected no change/,
    ],
  },
});

corpus(
  "what an error leaves without other threads",
  "run: { ops: [{ error: [stop] }] }\nexpect: { exit: 1, result: { status: error, message: stop } }",
  {
    passes: { nothing: { ...told, ...trace("1 error"), after: reported } },
    fails: {
      "a temporary file": [
        { ...told, ...trace("1 error"), after: { ...reported, [`state/${half}`]: file("") } },
        /^state \.tmp-k-0123456789abcdef: expected no change/,
      ],
    },
  },
);
