import { describe, expect, test } from "vitest";
import { answer, came, corpus, file, judged, log, stepOf } from "./recorded.ts";

const document = '{"status":"error","error":"bad","code":"query.handler_failed"}';
const whole = '{"path":"/q","type":"Error","file":"/bot/q.js","line":3,"stack":"Error: bad"}';
/** Returns a failed query with a record of this data. */
const seen = (data: string, message = "bad", level = "error") => ({
  exit: { code: 1 },
  after: { "out/result.json": file(document) },
  stderr: data && log(message, data, level),
});
/** The data of a record with this list of causes. */
const caused = (causes: string) => whole.replace("}", `,"cause":${causes}}`);
const query = (expect = ""): string => `query: { ops: [], path: /q }
expect:
  exit: 1
  answer: { status: error, error: bad, code: query.handler_failed }
${expect}`;

corpus("the record that a failed one-shot query owes", query(), {
  passes: {
    "with all that a language can tell": seen(whole),
    "with the path alone": seen('{"path":"/q"}'),
    "with a type and no place": seen('{"path":"/q","type":"string"}'),
    "with causes": seen(caused('[{"type":"Error","message":"inner"},{"message":""}]')),
  },
  fails: {
    missing: [seen(""), /^failure 1: expected \["\/q","bad",.*got nothing$/],
    "there twice": [
      { ...seen(whole), stderr: log("bad", whole, "error").repeat(2) },
      /^failure 2: expected nothing/,
    ],
    "of another path": [seen('{"path":"/p"}'), 'failure 1[0]: expected "/q", got "/p"'],
    "with another message": [seen(whole, "Error: bad"), 'failure 1[1]: expected "bad", got "Error: bad"'],
    "of another level": [
      seen('{"path":"/q"}', "bad", "warn"),
      'log 1: expected nothing, got ["warn","bad",{"path":"/q"}]',
      /^failure 1: expected .*got nothing$/,
    ],
    "without data": [
      { ...seen(""), stderr: log("bad", undefined, "error") },
      'log 1: expected nothing, got ["error","bad"]',
      /^failure 1: expected .*got nothing$/,
    ],
    "with a key more": [
      seen('{"path":"/q","params":"x"}'),
      'failure "/q": params is not a key of a failure record [Q-39]',
    ],
    "with an empty type": [
      seen('{"path":"/q","type":""}'),
      'failure "/q": type is not a non-empty string [Q-39]',
    ],
    "with a line as text": [
      seen(whole.replace("3", '"3"')),
      'failure "/q": line is not a line number [Q-41]',
    ],
    "with line 0": [seen(whole.replace("3", "0")), 'failure "/q": line is not a line number [Q-41]'],
    "with a file and no line": [
      seen(whole.replace('"line":3,', "")),
      'failure "/q": only one of file and line is present [Q-40]',
    ],
    "with a place and no stack": [
      seen(whole.replace(',"stack":"Error: bad"', "")),
      'failure "/q": file and line are present, but stack is missing [Q-40]',
    ],
    "with a stack that is too long": [
      seen(whole.replace("Error: bad", "s".repeat(7002))),
      'failure "/q": stack is longer than 7000 characters [Q-42]',
    ],
    "with causes and a stack that is too long": [
      seen(caused('[{"message":"m"}]').replace("Error: bad", "s".repeat(4002))),
      'failure "/q": stack is longer than 4000 characters [Q-42]',
    ],
    "with an empty list of causes": [
      seen(caused("[]")),
      'failure "/q": cause is not a list of 1 to 8 causes [Q-49]',
    ],
    "with more causes than eight": [
      seen(caused(`[${Array(9).fill('{"message":"m"}').join(",")}]`)),
      'failure "/q": cause is not a list of 1 to 8 causes [Q-49]',
    ],
    "with a cause as text": [
      seen(caused('["inner"]')),
      'failure "/q": cause 0 is not an object with a message [Q-49]',
    ],
    "with a cause that has a key more": [
      seen(caused('[{"message":"m","stack":"s"}]')),
      'failure "/q": stack is not a key of a cause [Q-49]',
    ],
    "with a cause whose type is none": [
      seen(caused('[{"message":"m","type":null}]')),
      'failure "/q": type of cause 0 is not a string [Q-49]',
    ],
    "with a cause that is too long": [
      seen(caused(`[{"message":"${"m".repeat(252)}"}]`)),
      'failure "/q": message of cause 0 is longer than 250 characters [Q-49]',
    ],
    "with a message that is too long": [
      seen(whole, "m".repeat(2002)),
      'failure "/q": the message is longer than 2000 characters [Q-42]',
      /^failure 1\[1\]: expected "bad"/,
    ],
  },
});

corpus(
  "a record of which the case says more",
  query('  failures: [[/q, bad, { type: Error, file: /bot/q.js, line: 3, stack: { $contains: "bad" } }]]'),
  {
    passes: { "as it says": seen(whole) },
    fails: {
      "of another type": [
        seen(whole.replace('"Error"', '"TypeError"')),
        'failure 1[2].type: expected "Error", got "TypeError"',
      ],
      "of another line": [seen(whole.replace("3", "4")), "failure 1[2].line: expected 3, got 4"],
      "without a place": [
        seen('{"path":"/q","type":"Error"}'),
        'failure 1[2].file: expected "/bot/q.js", got nothing',
      ],
    },
  },
);

const five = (error: string) => answer(`{"status":"error","error":"${error}"}`, { status: 500 });
const expected = (error: string) => `expect: { status: 500, body: { status: error, error: ${error} } }`;

corpus(
  "the records that a server owes",
  `serve:
  requests:
    - { get: /a?x=1, ${expected("one")} }
    - { get: /good, expect: { body: 1 } }
    - { get: /%62, ${expected("two")} }`,
  {
    passes: {
      "in the order of the answers": {
        exchanges: [came(five("one")), came(answer("1")), came(five("two"))],
        stderr: log("one", '{"path":"/a"}', "error") + log("two", '{"path":"/b"}', "error"),
      },
    },
    fails: {
      "in another order": [
        {
          exchanges: [came(five("one")), came(answer("1")), came(five("two"))],
          stderr: log("two", '{"path":"/b"}', "error") + log("one", '{"path":"/a"}', "error"),
        },
        'failure 1[0]: expected "/a", got "/b"',
      ],
      "and one more": [
        {
          exchanges: [came(five("one")), came(answer("1")), came(five("two"))],
          stderr: ["/a", "/b", "/good"]
            .map((path, i) => log(["one", "two", "no"][i]!, `{"path":"${path}"}`, "error"))
            .join(""),
        },
        'failure 3: expected nothing, got ["/good","no",{}]',
      ],
    },
  },
);

describe("records", () => {
  test("of concurrent queries may be in any order", () => {
    const step = stepOf(`serve:
  requests:
    - { get: /a, later: a }
    - { get: /b, ${expected("two")} }
    - { answer_of: a, ${expected("one")} }`);
    const exchanges = [came([]), came(five("two")), came(five("one"))];
    const records = [log("one", '{"path":"/a"}', "error"), log("two", '{"path":"/b"}', "error")];
    expect(judged(step, { exchanges, stderr: records.join("") })).toEqual([]);
    expect(judged(step, { exchanges, stderr: records.reverse().join("") })).toEqual([]);
    expect(judged(step, { exchanges, stderr: records[0]!.repeat(2) })).toHaveLength(1);
  });

  test("have a long message and a long path cut", () => {
    const long = "m".repeat(2001);
    const path = `/${"p".repeat(250)}`;
    const step = stepOf(`query: { ops: [], path: ${path} }
expect: { exit: 1, answer: { status: error, error: ${long}, code: query.handler_failed } }`);
    const after = { "out/result.json": file(document.replace("bad", long)) };
    const cut = log(`${long.slice(1)}…`, `{"path":"${path.slice(0, -1)}…"}`, "error");
    expect(judged(step, { exit: { code: 1 }, after, stderr: cut })).toEqual([]);
    const uncut = log(long, `{"path":"${path}"}`, "error");
    expect(judged(step, { exit: { code: 1 }, after, stderr: uncut })).toHaveLength(1);
  });

  test("are not required if standard error cannot be written to", () => {
    const step = stepOf(query().replace("path: /q", "path: /q, streams: { stderr: full }"));
    expect(judged(step, seen(""))).toEqual([]);
  });
});
