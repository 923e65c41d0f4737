import type { SeenAnswer } from "../../src/model.ts";
import { answer, came, corpus } from "./recorded.ts";

const withHeaders = (...headers: [string, string][]): SeenAnswer => answer('{"a":1}', { headers });
const json: [string, string] = ["content-type", "application/json"];
const length: [string, string] = ["content-length", "7"];
const one = (seen: SeenAnswer) => ({ exchanges: [came(seen)] });

corpus("an answer", "serve: { requests: [{ get: /a, expect: { body: { a: 1 } } }] }", {
  passes: {
    "200 and the document": one(answer('{"a":1.0}')),
    "headers in small letters, and others beside them": one(withHeaders(json, length, ["server", "x"])),
    "a character set that says UTF-8": one(
      withHeaders(["Content-Type", "application/json; charset=UTF-8"], length),
    ),
  },
  fails: {
    "another status": [
      one(answer('{"a":1}', { status: 201 })),
      "request 1 GET /a status: expected 200, got 201",
    ],
    "another document": [one(answer('{"a":2}')), "request 1 GET /a body.a: expected 1, got 2"],
    "a key more": [one(answer('{"a":1,"b":2}')), "request 1 GET /a body.b: expected nothing, got 2"],
    "a page of HTML": [
      one(
        answer("<p>", {
          headers: [
            ["Content-Type", "text/html"],
            ["Content-Length", "3"],
          ],
        }),
      ),
      "request 1 GET /a Content-Type: expected application/json, got text/html",
      /^request 1 GET \/a body: not valid JSON: not a JSON value .*: 200 "<p>"$/,
    ],
    "no type": [
      one(withHeaders(length)),
      "request 1 GET /a Content-Type: expected application/json, got none",
    ],
    "the type twice": [
      one(withHeaders(json, json, length)),
      "request 1 GET /a Content-Type: expected application/json, got application/json, application/json",
    ],
    "another character set": [
      one(withHeaders(["Content-Type", "application/json; charset=latin1"], length)),
      "request 1 GET /a Content-Type: expected application/json, got application/json; charset=latin1",
    ],
    "a type that only begins like it": [
      one(withHeaders(["Content-Type", "application/jsonp"], length)),
      "request 1 GET /a Content-Type: expected application/json, got application/jsonp",
    ],
    "no length": [one(withHeaders(json)), "request 1 GET /a Content-Length: expected 7, got none"],
    "the length twice": [
      one(withHeaders(json, length, length)),
      "request 1 GET /a Content-Length: expected 7, got 7, 7",
    ],
    "characters counted for bytes": [
      one(answer('{"a":"é"}', { headers: [json, ["content-length", "9"]] })),
      "request 1 GET /a Content-Length: expected 10, got 9",
      'request 1 GET /a body.a: expected 1, got "é"',
    ],
    "no HTTP": [
      one(answer("", { malformed: 'not an HTTP status line: "HTTP/2 200"' })),
      'request 1 GET /a: not an HTTP status line: "HTTP/2 200"',
    ],
    "no answer": [{ exchanges: [came([])] }, "request 1 GET /a: expected an answer, got none"],
    "no connection": [
      { exchanges: [came([], { problem: "could not be made: ECONNREFUSED" })] },
      "request 1 GET /a: could not be made: ECONNREFUSED",
    ],
    "never asked": [{ ready: false }, "port: never accepted a connection", "request 1 GET /a: was not made"],
  },
});

const named = `serve:
  requests:
    - post: /a
      json: 1
      expect: { status: { $one_of: [400, 413] }, body: { $any: true }, headers: { Allow: "GET, HEAD", Retry-After: null } }`;
const refusal = (...more: [string, string][]) =>
  one(answer('{"a":1}', { status: 413, headers: [json, length, ...more] }));

corpus("status and headers that a case names", named, {
  passes: { "as they are named": refusal(["allow", "GET, HEAD"]) },
  fails: {
    "a status that is none of them": [
      one(answer('{"a":1}', { headers: [json, length, ["Allow", "GET, HEAD"]] })),
      'request 1 POST /a status: expected {"$one_of":[400,413]}, got 200',
    ],
    "a header less": [refusal(), 'request 1 POST /a Allow: expected "GET, HEAD", got null'],
    "another value": [refusal(["Allow", "GET"]), 'request 1 POST /a Allow: expected "GET, HEAD", got "GET"'],
    "a header in two lines": [
      refusal(["Allow", "GET"], ["Allow", "HEAD"]),
      'request 1 POST /a Allow: expected "GET, HEAD", got ["GET","HEAD"]',
    ],
    "one that should not be there": [
      refusal(["Allow", "GET, HEAD"], ["Retry-After", "1"]),
      'request 1 POST /a Retry-After: expected null, got "1"',
    ],
  },
});

corpus("an answer to HEAD", "serve: { requests: [{ method: HEAD, target: /a, expect: { body: 1 } }] }", {
  passes: {
    "its headers, with the length of a body that is not sent": one(answer("", { headers: [json, length] })),
  },
  fails: {
    "a length that is none": [
      one(answer("", { headers: [json, ["content-length", "x"]] })),
      "request 1 HEAD /a Content-Length: expected a number, got x",
    ],
    "no length": [
      one(answer("", { headers: [json] })),
      "request 1 HEAD /a Content-Length: expected a number, got none",
    ],
    "another type": [
      one(answer("", { headers: [length] })),
      "request 1 HEAD /a Content-Type: expected application/json, got none",
    ],
    "another status": [
      one(answer("", { headers: [json, length], status: 404 })),
      "request 1 HEAD /a status: expected 200, got 404",
    ],
  },
});

const later = `serve:
  requests:
    - { get: /slow, later: first }
    - { get: /b, expect: { body: 2 } }
    - { answer_of: first, expect: { body: 1 } }`;

corpus("answers that are waited for later", later, {
  passes: { "each to its own question": { exchanges: [came([]), came(answer("2")), came(answer("1"))] } },
  fails: {
    "one for the other": [
      { exchanges: [came([]), came(answer("1")), came(answer("2"))] },
      "request 2 GET /b body: expected 2, got 1",
      "request 3 answer-of body: expected 1, got 2",
    ],
    "one that never came": [
      { exchanges: [came([]), came(answer("2")), came([])] },
      "request 3 answer-of: expected an answer, got none",
    ],
  },
});
