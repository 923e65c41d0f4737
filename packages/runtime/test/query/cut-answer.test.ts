import { describe, expect, it } from "vitest";
import { cutAnswer, isJson } from "../../src/index.ts";

const cut = (document: string) => {
  const answer = cutAnswer(Buffer.from(document));
  return answer.kind === "answered" ? [answer.status, Buffer.from(answer.body).toString()] : answer.kind;
};

describe("the answer of a one-shot query", () => {
  it.each([
    ['{"status":"ok","data":{"a":1}}', '{"a":1}'],
    ['{"data":null,"status":"ok"}', "null"],
    [' {\n"status" : "ok" ,\t"data" : [ 1 , 2 ] } \n', "[ 1 , 2 ]"],
    ['{"\\u0073tatus":"\\u006fk","d\\u0061ta":"\\"}"}', '"\\"}"'],
    ['{"status":"ok","data":1,"data":2}', "2"],
    ['{"status":"error","error":"x","status":"ok","data":[]}', "[]"],
    ['{"status":"ok","data":12345678901234567890.10}', "12345678901234567890.10"],
    ['{"status":"ok","data":{"b":1,"a":{"data":2},"b":3}}', '{"b":1,"a":{"data":2},"b":3}'],
    ['{"status":"ok","data":"é\\ud83d\\ude00"}', '"é\\ud83d\\ude00"'],
    ['{"status":"ok","extra":[{"data":1}],"data":-0.0e-5}', "-0.0e-5"],
    ['{"data":"a\\\\","status":"ok"}', '"a\\\\"'],
    ['{"data":"\\\\\\"}]","status":"ok"}', '"\\\\\\"}]"'],
    ['{"data":["]",{"}":"{"}] ,"status":"ok"}', '["]",{"}":"{"}]'],
    ['{"data":true\n,"status":"ok"}', "true"],
    ['{"data":[1e-400,1e308],"data":0,"status":"ok"}', "0"],
  ])("%s is passed on as %s, byte for byte", (document, body) => {
    expect(cut(document)).toEqual([200, body]);
  });

  it("has the status of its error code and the whole document", () => {
    for (const [code, status] of [
      ["query.unknown_path", 404],
      ["query.invalid_param", 400],
      ["query.params_not_object", 400],
    ]) {
      const document = `{"status":"error", "error":"m","code":"${code}","available_queries":["/x"]}`;
      expect(cut(document)).toEqual([status, document]);
    }
  });

  it("of a failed handler is the document without its code", () => {
    expect(cut('{"status":"error","error":"\\u006do","code":"query.handler_failed"}')).toEqual([
      500,
      '{"status":"error","error":"\\u006do"}',
    ]);
  });

  it.each([
    ["nothing", ""],
    ["an array", '["status"]'],
    ["an unknown status", '{"status":"fine","data":1}'],
    ["no data", '{"status":"ok"}'],
    ["no message", '{"status":"error","code":"query.handler_failed"}'],
    ["a message that is not a string", '{"status":"error","error":1}'],
    ["an unknown code", '{"status":"error","error":"m","code":"query.tired"}'],
    ["two documents", '{"status":"ok","data":1}{"status":"ok","data":1}'],
    ["half a document", '{"status":"ok","data":[1,2'],
    ["data that is not JSON", '{"status":"ok","data":NaN}'],
    ["a byte order mark", '\ufeff{"status":"ok","data":1}'],
  ])("with %s violates the contract", (_, document) => {
    expect(cut(document)).toBe("broken");
  });

  it("may be nested to any depth", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(cut(`{"status":"ok","data":${deep}}`)).toEqual([200, deep]);
  });
});

describe("JSON bytes", () => {
  const valid = [
    "0",
    "-1.5e+3",
    '""',
    "[]",
    "{}",
    ' {"a":[true,false,null]}\n',
    '"\\u00e9\\n"',
    "[[],[{}]]",
    "1e308",
  ];
  const invalid = [
    ...[
      "",
      " ",
      "01",
      "1.",
      ".5",
      "+1",
      "-",
      "1e",
      "NaN",
      "Infinity",
      "1e999",
      "-1E+999",
      "9".repeat(310),
      "tru",
      "nullx",
      "1 2",
    ],
    ...["[1,]", "[,1]", "[1 2]", '{"a"}', '{"a":}', '{"a":1,}', "{a:1}", "{1:1}", "[", "]", "[}", '{"a":1]'],
    ...[
      '"',
      '"\\x"',
      '"\\u12"',
      '"\\ud800"',
      '"\\udc00"',
      '"\\ud800\\u0041"',
      '"a\nb"',
      "'a'",
      "[1]]",
      "//",
      "\u00a01",
    ],
  ];
  it.each(valid)("%j are valid", (text) => expect(isJson(Buffer.from(text))).toBe(true));
  it.each(invalid)("%j are invalid", (text) => expect(isJson(Buffer.from(text))).toBe(false));
  it("must be UTF-8", () => expect(isJson(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toBe(false));
});
