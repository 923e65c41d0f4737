import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { cloneJson, JsonSyntaxError, readJson, sortByBytes, utf8Length, writeJson } from "../src/index.ts";

const refuse = (reason: string, cause?: unknown) => new Error(reason, { cause });
const write = (value: unknown) => writeJson(value, refuse);

describe("writing", () => {
  test("any JSON value is written as JSON.stringify writes it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(write(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  test("any JSON value is the same after being written and read, unusual keys too [JSON-4] [JSON-14]", () => {
    const key = fc.constantFrom("__proto__", "constructor", "", "1", "0", "é", "\u{1F600}");
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), (value) => {
        expect(JSON.stringify(readJson(write(value)))).toBe(JSON.stringify(value));
      }),
    );
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(fc.property(number, (value) => readJson(write(value)) === value));
  });

  test("the place of a fault is named once, beside keys with lone surrogates too [JSON-9] [JSON-10]", () => {
    expect(() => write({ "\ud800": [() => {}] })).toThrow(/^\["\ufffd"\]\[0\] is a function$/);
  });

  test("a proxy whose keys cannot be read is named without a place in it [JSON-10]", () => {
    const trap = {
      ownKeys(): never {
        throw new Error("no");
      },
    };
    expect(() => write({ a: new Proxy({}, trap) })).toThrow(/^a is a value that cannot be read$/);
    expect(() => write(new Proxy({}, trap))).toThrow(/^got a value that cannot be read$/);
  });

  test("values of classes are written where there is no SharedArrayBuffer, as in most browsers [JSON-11]", () => {
    vi.stubGlobal("SharedArrayBuffer", undefined);
    try {
      expect(write({ at: new Date(0), boxed: Object(5) })).toBe(
        '{"at":"1970-01-01T00:00:00.000Z","boxed":5}',
      );
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("non-finite numbers become null and lone surrogates U+FFFD, in keys too [JSON-8] [JSON-9]", () => {
    expect(write([Number.NaN, Infinity, -Infinity, -0])).toBe("[null,null,null,0]");
    expect(write("a\ud800b\udc00\u{1F600}")).toBe('"a\ufffdb\ufffd\u{1F600}"');
    expect(write({ "\ud800": 1, a: 2, "\udfff": 3 })).toBe('{"\ufffd":3,"a":2}');
  });

  test("only control characters, quotes and backslashes are escaped [JSON-2] [JSON-3]", () => {
    expect(write('\u0000\u001f"\\/\u007f\u2028é\u{1F600}')).toBe(
      '"\\u0000\\u001f\\"\\\\/\u007f\u2028é\u{1F600}"',
    );
  });

  test.each([
    ["a function", () => 1, "got a function"],
    ["a symbol", Symbol("x"), "got a symbol"],
    ["nothing", undefined, "got undefined"],
    ["a function inside", { a: { b: [1, () => 1] } }, "a.b[1] is a function"],
    ["bytes", { raw: new Uint8Array(2) }, "raw is an Uint8Array"],
    ["a Buffer, whose hook counts for nothing", [Buffer.from("x")], "[0] is an Uint8Array"],
    [
      "numbers in a buffer with a hook",
      { raw: Object.assign(new ArrayBuffer(1), { toJSON: () => 1 }) },
      "raw is an ArrayBuffer",
    ],
    ["a Buffer that a hook gives", { toJSON: () => Buffer.from("x") }, "got an Uint8Array"],
    ["a map", new Map([["a", 1]]), "got a Map"],
    ["a promise nobody waited for", { price: Promise.resolve(1) }, "price is a Promise"],
    ["an error", [new TypeError("x")], "[0] is an Error"],
  ])("%s has no JSON form and is refused with a reason that names it [JSON-10]", (_, value, reason) => {
    expect(() => write(value)).toThrow(reason);
  });

  test("a value that contains itself is refused [JSON-10] [JSON-13]", () => {
    const loop: unknown[] = [];
    loop.push({ loop });
    expect(() => write(loop)).toThrow("holds itself");
  });

  test("toJSON returns the JSON form; a value whose toJSON throws has none [JSON-11]", () => {
    expect(write({ at: new Date(0), amount: { toJSON: () => ({ cents: 5 }) } })).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","amount":{"cents":5}}',
    );
    const cause = new Error("no price");
    const broken = {
      toJSON: () => {
        throw cause;
      },
    };
    expect(() => write([broken])).toThrow(expect.objectContaining({ cause }));
  });

  test("undefined is left out as a property and null as an element; a bigint is an integer", () => {
    expect(write({ a: undefined, b: [undefined], c: 2n ** 64n, d: Object(1n) })).toBe(
      '{"b":[null],"c":18446744073709551616,"d":1}',
    );
  });

  test("an integer beyond the range of a double is refused, because it could not be read again [JSON-6]", () => {
    expect(write({ a: 10n ** 308n })).toContain("1000000");
    expect(() => write({ a: 10n ** 400n })).toThrow("an integer beyond the range of a double");
  });

  test("nesting of 64 levels is written and read, nesting of 100,000 is refused [JSON-12] [JSON-13]", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(write(readJson(nested(64)))).toBe(nested(64));
    expect(write(readJson(nested(512)))).toBe(nested(512));
    expect(() => readJson(nested(100_000))).toThrow("nesting deeper than");
    expect(() => readJson(`${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`)).toThrow("nesting deeper than");
    expect(() => write(JSON.parse(nested(100_000)))).toThrow("nested deeper than");
  });
});

describe("reading", () => {
  test.each([
    ["NaN", "[NaN]", 1],
    ["Infinity", "Infinity", 0],
    ["a number beyond a double", '{"a":1e400}', 5],
    ["a negative one", "[-1e309]", 1],
    ["one without exponent", "1".repeat(310), 0],
    ["one with a small exponent", `${"1".repeat(250)}e99`, 0],
    ["a trailing comma", "[1,]", 3],
    ["a comment", "{} // x", 3],
    ["text after the document", '{"a":1}{', 7],
    ["a truncated document", '{"a": ', 6],
    ["an open string", '"abc', 4],
    ["nothing", "", 0],
    ["a byte order mark", "\ufeff{}", 0],
    ["a raw control character", '"a\nb"', 2],
    ["an unpaired high surrogate escape", '"\\ud800x"', 1],
    ["an unpaired low surrogate escape", '["\\uDC00"]', 2],
    ["two high surrogate escapes", '"\\ud83d\\ud83d"', 1],
    ["a raw lone surrogate", '"\ud800"', 1],
    ["an unquoted key", "{a:1}", 1],
    ["a leading zero", "[01]", 2],
    ["an unknown escape", '"\\x"', 1],
    ["a short escape", '"\\u12"', 1],
  ])("%s is invalid, with its position [JSON-6]", (_, text, position) => {
    let error: unknown;
    try {
      readJson(text);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(JsonSyntaxError);
    expect((error as JsonSyntaxError).position).toBe(position);
  });

  test("the message has line and column and does not quote the text [IN-5]", () => {
    expect(() => readJson('{\n  "secret": hunter2\n}')).toThrow(
      "expected a value at position 14 (line 2, column 13)",
    );
  });

  test.each([
    ["the largest double", "1.7976931348623157e308"],
    ["an underflow, which is 0", "1e-400"],
    ["a long fraction", `0.${"1".repeat(400)}`],
    ["a paired surrogate escape", '"\\ud83d\\ude00"'],
    ["an exponent inside a string", '["x: 1e999", ":1e999"]'],
    ["an escaped backslash before u", '"\\\\ud800"'],
    ["white space around", " \t\r\n{ } "],
    ["many siblings", JSON.stringify(Array.from({ length: 2000 }, (_, i) => ({ i, list: [i] })))],
  ])("%s is valid", (_, text) => {
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  test("reading agrees with JSON.parse on every text that both support", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "a",
      "1",
      "-",
      ".",
      "e",
      "0",
      "\\",
      "u",
      "true",
      " ",
      "\n",
      "\u0001",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        fc.pre(!/\de\d{3}/.test(text)); // JSON.parse reads 1e999 as infinity.
        let native: { value: unknown } | undefined;
        try {
          native = { value: JSON.parse(text) };
        } catch {}
        if (native) expect(readJson(text)).toEqual(native.value);
        else expect(() => readJson(text)).toThrow(JsonSyntaxError);
      }),
      { numRuns: 3000 },
    );
  });

  test("the last of duplicate keys wins, and __proto__ is a key like any other [JSON-7] [JSON-14]", () => {
    expect(readJson('{"a":1,"a":2}')).toEqual({ a: 2 });
    const value = readJson('{"__proto__":{"polluted":true}}') as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(value.polluted).toBeUndefined();
    expect(Object.keys(cloneJson(value as never))).toEqual(["__proto__"]);
  });
});

describe("bytes", () => {
  test("texts are sorted by their UTF-8 bytes, which is not the order of UTF-16 [JSON-15]", () => {
    expect(sortByBytes(["\u{1F600}", "\uffff", "b", "a", "ab", "é", ""])).toEqual([
      "",
      "a",
      "ab",
      "b",
      "é",
      "\uffff",
      "\u{1F600}",
    ]);
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const sorted = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(sortByBytes(texts)).toEqual(sorted);
      }),
    );
  });

  test("the length in bytes is that of UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => utf8Length(text) === Buffer.byteLength(text)),
    );
  });
});
