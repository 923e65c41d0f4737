import { corpus, file, folder } from "./recorded.ts";

const result = (text: string) => ({ "out/result.json": file(text) });

corpus("no result", "run: { ops: [] }", {
  passes: { "none is there": {}, "a folder that was there": { before: { "out/result.json": folder } } },
  fails: {
    "one was written": [{ after: result("{}") }, 'result: expected none, got a file of 2 bytes: "{}"'],
    "an empty one": [{ after: result("") }, 'result: expected none, got a file of 0 bytes: ""'],
    "a folder came in its place": [
      { after: { "out/result.json": folder } },
      "result: expected none, got a folder",
    ],
    "one stayed from before": [
      { before: result("{}") },
      'result: expected none, got a file of 2 bytes: "{}"',
    ],
  },
});

corpus("a result", "run: { ops: [] }\nexpect: { result: { status: success } }", {
  passes: {
    "the document": { after: result('{"status":"success"}') },
    "at the place that RESULT_PATH names from the code folder": {
      env: { CODE_MOUNT_DIR: "/case/code", RESULT_PATH: "../out/x" },
      after: { "out/x": file('{"status":"success"}') },
    },
    "at its default place": {
      env: { CODE_MOUNT_DIR: "/case/code" },
      after: { "code/result.json": file('{"status":"success"}') },
    },
    "at its default place for a RESULT_PATH that is empty": {
      env: { CODE_MOUNT_DIR: "/case/tmp", RESULT_PATH: "" },
      after: { "tmp/result.json": file('{"status":"success"}') },
    },
  },
  fails: {
    "nothing there": [{}, "result: expected a file, got nothing"],
    "a key more": [
      { after: result('{"status":"success","data":null}') },
      "result.data: expected nothing, got null",
    ],
    "another status": [
      { after: result('{"status":"error"}') },
      'result.status: expected "success", got "error"',
    ],
    "a link to it": [
      { after: { "out/result.json": { kind: "link", to: "/tmp/x" } } },
      "result: expected a file, got a link to /tmp/x",
    ],
    "in another file": [
      { after: { "out/results.json": file('{"status":"success"}') } },
      "result: expected a file, got nothing",
      'file out/results.json: expected no change; before: nothing; after: a file of 20 bytes: "{\\"status\\":\\"success\\"}"',
    ],
    "at the default place though another was named": [
      { after: { "code/result.json": file("1") } },
      "result: expected a file, got nothing",
      'file code/result.json: expected no change; before: nothing; after: a file of 1 byte: "1"',
    ],
  },
});

corpus("a result that stays as it was", "run: { ops: [] }\nexpect: { result: unchanged }", {
  passes: { "the same file": { before: result("old") }, "no file": {} },
  fails: {
    "another one": [
      { before: result("old"), after: result("new") },
      'result: expected no change; before: a file of 3 bytes: "old"; after: a file of 3 bytes: "new"',
    ],
    "a file that went": [
      { before: result("old"), after: {} },
      'result: expected no change; before: a file of 3 bytes: "old"; after: nothing',
    ],
    "a file that came": [
      { after: result("{}") },
      'result: expected no change; before: nothing; after: a file of 2 bytes: "{}"',
    ],
  },
});

corpus("a result of exact bytes", 'run: { ops: [] }\nexpect: { result: { $text: "{\\"a\\":1.0}" } }', {
  passes: { "these bytes": { after: result('{"a":1.0}') } },
  fails: {
    "other bytes of the same value": [
      { after: result('{"a":1}') },
      'result: expected "{\\"a\\":1.0}", got "{\\"a\\":1}"',
    ],
    "a line feed more": [
      { after: result('{"a":1.0}\n') },
      'result: expected "{\\"a\\":1.0}", got "{\\"a\\":1.0}\\n"',
    ],
  },
});

corpus("the answer of a query", "query: { ops: [], path: /a }\nexpect: { answer: { status: ok, data: 1 } }", {
  passes: { "the document at RESULT_PATH": { after: result('{"status":"ok","data":1}') } },
  fails: {
    "a bare value": [{ after: result("1") }, 'result: expected {"status":"ok","data":1}, got 1'],
    none: [{}, "result: expected a file, got nothing"],
    "one on standard output": [
      { stdout: '{"status":"ok","data":1}' },
      'other stdout line 1: expected nothing, got "{\\"status\\":\\"ok\\",\\"data\\":1}"',
      "result: expected a file, got nothing",
    ],
  },
});
