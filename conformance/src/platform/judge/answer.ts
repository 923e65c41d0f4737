import { decodeUtf8, isObject, type Json, Malformed, Num, read } from "../../json/index.ts";
import { match } from "../../judge/match.ts";
import type { Failure, Matcher } from "../../model.ts";
import type { ExpectedAnswer } from "../model.ts";
import type { Incoming } from "../run/http.ts";
import { errorTable } from "./error-table.ts";

/** Where an answer belongs. */
export interface Asked {
  method: string;
  /** Path of the request without the query string. */
  path: string;
  /** Whether an error may have another form than a problem document: a bot's own answer, or JSON-RPC. */
  hasOwnErrors: boolean;
}

/** Returns what is wrong with an answer, whatever is expected, and then what differs from the expectation. */
export function judgeAnswer(
  at: string,
  expect: ExpectedAnswer | null,
  got: Incoming,
  asked: Asked,
): Failure[] {
  if (got.problem !== null) return [failure(at, got.problem)];
  const failures = [...statusOf(at, expect, got)];
  // What an answer of another status should look like is of no interest.
  if (failures.length > 0) return [...failures, failure(at, `the body was ${preview(got)}`)];
  failures.push(...alwaysOwed(at, got, asked));
  if (expect) failures.push(...expected(at, expect, got, asked));
  return failures;
}

const failure = (at: string, text: string): Failure => ({ verdict: "fail", at, text });

const preview = ({ body }: Incoming): string => JSON.stringify(body.toString().slice(0, 300));

export function compare(at: string, want: Matcher, got: Json): Failure[] {
  const mismatch = match(want, got);
  return mismatch ? [failure(at + mismatch.path, mismatch.text)] : [];
}

function statusOf(at: string, expect: ExpectedAnswer | null, got: Incoming): Failure[] {
  const status = new Num(String(got.status));
  if (expect?.problem != null)
    return compare(`${at} status`, new Num(String(errorTable().get(expect.problem)!.status)), status);
  return expect?.status == null ? [] : compare(`${at} status`, expect.status, status);
}

/** What every answer of the platform owes. */
function alwaysOwed(at: string, got: Incoming, { method, path, hasOwnErrors }: Asked): Failure[] {
  const failures: Failure[] = [];
  const { headers, status } = got;
  if (!headers["x-request-id"]) failures.push(failure(`${at} x-request-id`, "the header is missing"));
  if (path.startsWith("/api/") && headers["cache-control"] !== "no-store")
    failures.push(failure(`${at} cache-control`, `expected no-store, got ${headers["cache-control"]}`));
  if (status === 401 && !/^ApiKey/.test(headers["www-authenticate"] ?? ""))
    failures.push(failure(`${at} www-authenticate`, "expected ApiKey"));
  if (status === 405 && !headers.allow) failures.push(failure(`${at} allow`, "the header is missing"));
  if ((status === 429 || status === 503) && !/^\d+$/.test(headers["retry-after"] ?? ""))
    failures.push(failure(`${at} retry-after`, "expected a number of seconds"));
  // OAuth clients, which send forms, read no errors of another type than application/json.
  const ofDevice = status >= 400 && /\/device\/(code|token)$/.test(path);
  const type = ofDevice ? /^application\/(problem\+)?json/ : /^application\/problem\+json/;
  const isProblem = type.test(headers["content-type"] ?? "");
  if (status >= 400 && method !== "HEAD" && !isProblem && !hasOwnErrors)
    failures.push(
      failure(`${at} content-type`, `expected a problem document, got ${headers["content-type"]}`),
    );
  if (isProblem && method !== "HEAD") failures.push(...problemOwed(at, got, path));
  return failures;
}

/** What every problem document owes, by docs/reference/errors.md. */
function problemOwed(at: string, got: Incoming, path: string): Failure[] {
  const body = bodyOf(got);
  if ("problem" in body) return [failure(`${at} body`, body.problem)];
  if (!isObject(body.json)) return [failure(`${at} body`, "expected a problem document")];
  const code = String(body.json.get("code"));
  const known = errorTable().get(code);
  if (!known) return [failure(`${at} body.code`, `expected a code of the table of errors, got ${code}`)];
  const want = new Map<string, Json>([
    ["type", `urn:botyard:problem:${code}`],
    ["title", known.title],
    ["status", new Num(String(known.status))],
    ["code", code],
    ["instance", path],
    // A repeated answer has the body of the first one.
    ...(got.headers["idempotent-replayed"] === "true"
      ? []
      : [["request_id", got.headers["x-request-id"] ?? null] as const]),
    ["detail", new Map([["$regex", "\\S"]])],
  ]);
  return [
    ...compare(`${at} status`, new Num(String(known.status)), new Num(String(got.status))),
    ...compare(`${at} body`, new Map([["$has", want]]), body.json),
  ];
}

function expected(at: string, expect: ExpectedAnswer, got: Incoming, asked: Asked): Failure[] {
  const failures = headersOf(at, expect.headers, got);
  if (expect.empty && got.body.length > 0)
    failures.push(failure(`${at} body`, `expected none, got ${preview(got)}`));
  if (expect.elapsed && got.elapsed > expect.elapsed.most)
    failures.push(failure(`${at} elapsed`, `expected at most ${expect.elapsed.most} ms`));
  if (expect.text !== undefined) failures.push(...compare(`${at} body`, expect.text, got.body.toString()));
  if (expect.problem !== null) {
    if (asked.method !== "HEAD") failures.push(...problemAs(at, expect, got));
  } else if (expect.json !== undefined) failures.push(...jsonAs(at, expect.json, got));
  return failures;
}

export function headersOf(at: string, want: Record<string, Matcher>, got: Incoming): Failure[] {
  return Object.entries(want).flatMap(([name, matcher]) => {
    const value = got.headers[name] ?? null;
    return compare(`${at} ${name}`, matcher, value);
  });
}

function jsonAs(at: string, want: Matcher, got: Incoming): Failure[] {
  const type = got.headers["content-type"] ?? "no type";
  if (!/^application\/(\w+\+)?json(;|$)/.test(type))
    return [failure(`${at} content-type`, `expected application/json, got ${type}: ${preview(got)}`)];
  const body = bodyOf(got);
  return "problem" in body ? [failure(`${at} body`, body.problem)] : compare(`${at} body`, want, body.json);
}

function problemAs(at: string, expect: ExpectedAnswer, got: Incoming): Failure[] {
  if (!/^application\/problem\+json/.test(got.headers["content-type"] ?? ""))
    return [failure(`${at} content-type`, "expected application/problem+json")];
  const want = new Map<string, Json>([["code", expect.problem]]);
  for (const key of ["detail", "errors", "missing", "hint"] as const)
    if (expect[key] !== undefined) want.set(key, expect[key]);
  return jsonAs(at, new Map([["$has", want]]), got);
}

/** Reads the body as one strict JSON document. */
export function bodyOf({ body }: Incoming): { json: Json } | { problem: string } {
  try {
    return { json: read(decodeUtf8(body.toString("latin1"))) };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { problem: `not one JSON document: ${error.message}` };
  }
}
