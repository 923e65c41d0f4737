import { answer, bytes, came, corpus, file, metric } from "./recorded.ts";

const result = (text: string) => ({ after: { "out/result.json": file(text) } });
const raw = (latin1: string) => ({ after: { "out/result.json": { kind: "file" as const, bytes: latin1 } } });
const noJson = (at: string, problem: string) => `${at}: not valid JSON: ${problem}`;

corpus("a result document", "run: { ops: [] }\nexpect: { result: { a: { $any: true } } }", {
  passes: {
    "as the contract writes it": result('{"a":1}'),
    "with characters of four bytes": result('{"a":"😀é\u2028\u007f"}'),
    "with the escapes that have to be": result('{"a":"\\u0000\\u001F\\n\\t\\b\\f\\r\\"\\\\"}'),
    "with the long form of a quote and of a backslash": result('{"a":"\\u0022\\u005c\\u005C"}'),
    "with a text that only looks like an escape": result('{"a":"\\\\u0041\\\\/"}'),
    "with white space inside of its texts": result('{"a":" \u00a0 "}'),
  },
  fails: {
    "bytes that are not UTF-8": [raw('{"a":"\xff"}'), noJson("result", "bytes that are not UTF-8")],
    "a character of UTF-8 cut in two": [raw('{"a":"\xc3"}'), noJson("result", "bytes that are not UTF-8")],
    "a surrogate in UTF-8": [raw('{"a":"\xed\xa0\x80"}'), noJson("result", "bytes that are not UTF-8")],
    "a byte order mark": [
      raw('\xef\xbb\xbf{"a":1}'),
      noJson("result", 'not a JSON value at position 0, near "\ufeff{\\"a\\":1}"'),
    ],
    "UTF-16": [raw('\xff\xfe{\0"\0'), noJson("result", "bytes that are not UTF-8")],
    "a key twice": [
      result('{"a":1,"a":1}'),
      noJson("result", 'duplicate key "a" at position 10, near "{\\"a\\":1,\\"a\\":1}"'),
    ],
    "a key twice, deeper": [
      result('{"a":[{"b":1,"b":2}]}'),
      noJson("result", 'duplicate key "b" at position 16, near "{\\"a\\":[{\\"b\\":1,\\"b\\":2}]}"'),
    ],
    "a key twice by an escape": [
      result('{"a":1,"\\u0061":1}'),
      noJson("result", 'duplicate key "a" at position 15, near "{\\"a\\":1,\\"\\\\u0061\\":1}"'),
    ],
    NaN: [result('{"a":NaN}'), noJson("result", 'not a JSON value at position 5, near "{\\"a\\":NaN}"')],
    Infinity: [
      result('{"a":-Infinity}'),
      noJson("result", 'not a JSON value at position 5, near "{\\"a\\":-Infinity}"'),
    ],
    "a number beyond a double": [
      result('{"a":1e400}'),
      noJson("result", 'a number that exceeds the range of a double at position 5, near "{\\"a\\":1e400}"'),
    ],
    "a leading zero": [
      result('{"a":01}'),
      noJson("result", 'expected a comma or } at position 6, near "{\\"a\\":01}"'),
    ],
    "a comma too many": [
      result('{"a":1,}'),
      noJson("result", 'expected a key at position 7, near "{\\"a\\":1,}"'),
    ],
    "text behind it": [
      result('{"a":1}{}'),
      noJson("result", 'text after the document at position 7, near "{\\"a\\":1}{}"'),
    ],
    "a null byte behind it": [
      result('{"a":1}\0'),
      noJson("result", 'text after the document at position 7, near "{\\"a\\":1}\\u0000"'),
    ],
    "nothing at all": [result(""), noJson("result", 'unexpected end at position 0, near ""')],
    "a piece of it": [
      result('{"a":1'),
      noJson("result", 'expected a comma or } at position 6, near "{\\"a\\":1"'),
    ],
    "an unpaired surrogate": [
      result('{"a":"\\ud800"}'),
      noJson("result", 'an unpaired surrogate at position 5, near "{\\"a\\":\\"\\\\ud800\\"}"'),
    ],
    "a control character as itself": [
      result('{"a":"\t"}'),
      noJson("result", 'an invalid string at position 5, near "{\\"a\\":\\"\\t\\"}"'),
    ],
    "white space between its tokens": [result('{"a": 1}'), "result: white space between tokens [JSON-1]"],
    "a line feed at its end": [result('{"a":1}\n'), "result: white space between tokens [JSON-1]"],
    "a carriage return at its end": [result('{"a":1}\r'), "result: white space between tokens [JSON-1]"],
    "a letter as an escape": [
      result('{"a":"\\u0041"}'),
      "result: a character is escaped unnecessarily [JSON-3]",
    ],
    "a key's letter as an escape": [
      result('{"\\u0061":1}'),
      "result: a character is escaped unnecessarily [JSON-3]",
    ],
    "an escape behind an escaped backslash": [
      result('{"a":"\\\\\\u00e9"}'),
      "result: a character is escaped unnecessarily [JSON-3]",
    ],
    "a pair of surrogates as escapes": [
      result('{"a":"\\ud83d\\ude00"}'),
      "result: a character is escaped unnecessarily [JSON-3]",
    ],
    "an escaped slash": [result('{"a":"\\/"}'), "result: a character is escaped unnecessarily [JSON-3]"],
  },
});

corpus(
  "a result document of an SDK that lacks keeps-characters",
  "run: { ops: [] }\nexpect: { result: { a: é } }",
  {
    lacks: ["keeps-characters"],
    passes: { "with an escape that is not needed": result('{"a":"\\u00e9"}') },
    fails: {
      "the escape of another letter": [result('{"a":"\\u00e8"}'), 'result.a: expected "é", got "è"'],
      "white space all the same": [result('{"a":"\\u00e9"} '), "result: white space between tokens [JSON-1]"],
    },
  },
);

corpus("a metric line", "run: { ops: [] }\nexpect: { metrics: [[m, { a: 1 }]] }", {
  passes: { "as the contract writes it": { stdout: metric('{"a":1}') } },
  fails: {
    "bytes that are not UTF-8": [
      { stdout: metric('{"a":1}').replace('"m"', '"\xff"') },
      noJson("stdout line 1", "bytes that are not UTF-8"),
      'metric 1: expected ["m",{"a":1}], got nothing',
    ],
    "a byte order mark before it": [
      { stdout: `\xef\xbb\xbf${metric('{"a":1}')}` },
      noJson("stdout line 1", 'not a JSON value at position 0, near "\ufeff{\\"_metric\\":\\"m\\",\\"tim"'),
      'metric 1: expected ["m",{"a":1}], got nothing',
    ],
    "NaN in its data": [
      { stdout: metric('{"a":NaN}') },
      noJson("stdout line 1", 'not a JSON value at position 66, near "1.000Z\\",\\"data\\":{\\"a\\":NaN}}"'),
      'metric 1: expected ["m",{"a":1}], got nothing',
    ],
    "white space between its tokens": [
      { stdout: metric('{"a": 1}') },
      "stdout line 1: white space between tokens [JSON-1]",
      'metric 1: expected ["m",{"a":1}], got nothing',
    ],
    "a carriage return before its line feed": [
      { stdout: metric('{"a":1}').replace("\n", "\r\n") },
      "stdout line 1: white space between tokens [JSON-1]",
      'metric 1: expected ["m",{"a":1}], got nothing',
    ],
    "half of it": [
      { stdout: `${metric('{"a":1}').slice(0, 30)}\n` },
      noJson("stdout line 1", 'an invalid string at position 27, near "ic\\":\\"m\\",\\"timestamp\\":\\"20"'),
      'metric 1: expected ["m",{"a":1}], got nothing',
    ],
  },
});

const served = "serve: { requests: [{ get: /a, expect: { body: { a: 1 } } }] }";
corpus("the body of an answer", served, {
  passes: { "as the contract writes it": { exchanges: [came(answer('{"a":1}'))] } },
  fails: {
    "a line feed at its end": [
      { exchanges: [came(answer('{"a":1}\n'))] },
      'request 1 GET /a body: white space between tokens [JSON-1]: 200 "{\\"a\\":1}\\n"',
    ],
    "bytes that are not UTF-8": [
      { exchanges: [came({ ...answer("abc"), body: '"\xff' })] },
      "request 1 GET /a Content-Length: expected 2, got 3",
      noJson("request 1 GET /a body", 'bytes that are not UTF-8: 200 "\\"ÿ"'),
    ],
  },
});

corpus("a file in the state", "run: { ops: [] }\nexpect: { state: { k.json: { a: é } } }", {
  passes: { "as the contract writes it": { after: { "state/k.json": file('{"a":"é"}') } } },
  fails: {
    "Latin-1 instead of UTF-8": [
      { after: { "state/k.json": { kind: "file", bytes: '{"a":"\xe9"}' } } },
      noJson("state k.json", "bytes that are not UTF-8"),
    ],
    "an UTF-8 that was encoded twice": [
      { after: { "state/k.json": file(bytes('{"a":"é"}')) } },
      'state k.json.a: expected "é", got "Ã©"',
    ],
  },
});
