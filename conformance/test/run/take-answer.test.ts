import { describe, expect, test } from "vitest";
import { takeAnswer } from "../../src/run/take-answer.ts";

const taken = (bytes: string, { isHead = false, closed = false } = {}) => takeAnswer(bytes, isHead, closed);
const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const whole = `${head}Content-Length: 2\r\n\r\n{}`;

describe("the first answer of what was received", () => {
  test("is parsed with its status, its headers as sent, and its body", () => {
    expect(taken(`${whole}HTTP/1.1 404`)).toEqual({
      answer: {
        status: 200,
        headers: [
          ["Content-Type", "application/json"],
          ["Content-Length", "2"],
        ],
        ...{ body: "{}", malformed: null },
      },
      length: whole.length,
    });
  });

  test("is undefined until it is complete", () => {
    for (let length = 0; length < whole.length; length++)
      expect(taken(whole.slice(0, length))).toBeUndefined();
  });

  test("has a length in bytes, not characters", () => {
    const body = Buffer.from('"é"').toString("latin1");
    expect(taken(`${head}Content-Length: 4\r\n\r\n${body}`)?.answer.body).toBe(body);
  });

  test("is found after interim answers, which are skipped", () => {
    const interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n";
    expect(taken(interim)).toBeUndefined();
    expect(taken(interim + whole)).toMatchObject({
      answer: { status: 200 },
      length: (interim + whole).length,
    });
  });

  test("has no body for HEAD, whatever its Content-Length", () => {
    const asked = `${head}Content-Length: 99\r\n\r\n`;
    expect(taken(asked, { isHead: true })).toMatchObject({
      answer: { body: "", malformed: null },
      length: asked.length,
    });
  });

  test("without a length goes to the end of the connection", () => {
    const bytes = `${head}\r\n{}`;
    expect(taken(bytes)).toBeUndefined();
    expect(taken(bytes, { closed: true })?.answer).toMatchObject({ body: "{}", malformed: null });
  });

  test("is undefined if the connection ends before it begins", () => {
    expect(taken("", { closed: true })).toBeUndefined();
  });

  test.each([
    ["an answer that breaks off", `${head}Content-Length: 5\r\n\r\n{}`, "the answer ends after 2 of 5 bytes"],
    [
      "an answer in chunks",
      `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      "the answer is sent in chunks, without Content-Length",
    ],
    ["no status line", "{}\r\n\r\n", 'not an HTTP status line: "{}"'],
    ["another version", "HTTP/2 200\r\n\r\n", 'not an HTTP status line: "HTTP/2 200"'],
    ["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n", 'not an HTTP status line: "HTTP/1.1 20 OK"'],
    [
      "a space before a colon",
      `${head}Content-Length : 2\r\n\r\n{}`,
      'an invalid header: "Content-Length : 2"',
    ],
    ["a folded header", `${head}X: a\r\n b\r\n\r\n`, 'an invalid header: " b"'],
    [
      "line feeds without carriage returns",
      "HTTP/1.1 200 OK\n\n{}",
      'not an HTTP answer: "HTTP/1.1 200 OK\\n\\n{}"',
    ],
    ["something else altogether", "hello", 'not an HTTP answer: "hello"'],
  ])("is not HTTP: %s", (_, bytes, malformed) => {
    expect(taken(bytes, { closed: true })?.answer.malformed).toBe(malformed);
  });
});
