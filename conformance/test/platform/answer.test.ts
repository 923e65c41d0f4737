import { expect, test } from "vitest";
import { fromPlain, Num } from "../../src/json/index.ts";
import { judgeAnswer } from "../../src/platform/judge/answer.ts";
import type { ExpectedAnswer } from "../../src/platform/model.ts";
import type { Incoming } from "../../src/platform/run/http.ts";

const asked = { method: "GET", path: "/api/v1/bots/x", hasOwnErrors: false };
const document = {
  type: "urn:botyard:problem:bot_not_found",
  title: "Bot not found",
  status: 404,
  detail: "Bot not found",
  instance: "/api/v1/bots/x",
  code: "bot_not_found",
  request_id: "req_1",
};

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Incoming => ({
  status,
  headers: {
    "x-request-id": "req_1",
    "cache-control": "no-store",
    "content-type": status >= 400 ? "application/problem+json; charset=utf-8" : "application/json",
    ...headers,
  },
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  elapsed: 1,
  problem: null,
});

const expected = (more: Partial<ExpectedAnswer>): ExpectedAnswer => ({
  ...{ status: null, headers: {}, empty: false, problem: null },
  ...more,
});
const judged = (expect: ExpectedAnswer, got: Incoming) =>
  judgeAnswer("a", expect, got, asked).map(({ at, text }) => `${at}: ${text}`);

const notFound = expected({ problem: "bot_not_found" });

test("a problem document as the reference describes it passes", () => {
  expect(judged(notFound, answer(404, document))).toEqual([]);
});

test.for<[string, Incoming, string]>([
  ["another status", answer(403, document), "a status: expected 404, got 403"],
  [
    "another title",
    answer(404, { ...document, title: "No bot" }),
    'a body.title: expected "Bot not found", got "No bot"',
  ],
  [
    "another instance",
    answer(404, { ...document, instance: "/" }),
    'a body.instance: expected "/api/v1/bots/x", got "/"',
  ],
  [
    "another request id",
    answer(404, document, { "x-request-id": "req_2" }),
    'a body.request_id: expected "req_2", got "req_1"',
  ],
  [
    "an unknown code",
    answer(404, { ...document, code: "nope" }),
    "a body.code: expected a code of the table of errors, got nope",
  ],
  [
    "plain JSON",
    answer(404, document, { "content-type": "application/json" }),
    "a content-type: expected a problem document, got application/json",
  ],
  [
    "a broken document",
    answer(404, '{"a":1,"a":2}'),
    'a body: not one JSON document: duplicate key "a" at position 10, near "{\\"a\\":1,\\"a\\":2}"',
  ],
  [
    "a status in the document that differs",
    answer(404, { ...document, status: 400 }),
    "a body.status: expected 404, got 400",
  ],
])("a problem with %s fails", ([, got, message]) => {
  expect(judged(notFound, got)).toContain(message);
});

test("every answer owes its request id, and that it is not kept by caches", () => {
  const bare = { ...answer(200, {}), headers: { "content-type": "application/json" } };
  expect(judged(expected({ status: new Num("200") }), bare)).toEqual([
    "a x-request-id: the header is missing",
    "a cache-control: expected no-store, got undefined",
  ]);
});

test("a body is compared without loss of digits", () => {
  const want = expected({ status: new Num("200"), json: fromPlain({ n: new Num("9007199254740993") }) });
  expect(judged(want, answer(200, '{"n":9007199254740993}'))).toEqual([]);
  expect(judged(want, answer(200, '{"n":9007199254740992}'))).toEqual([
    "a body.n: expected 9007199254740993, got 9007199254740992",
  ]);
});
