import { type Json, Num } from "../json/index.ts";
import type { Answer, Exchange, Failure, SeenAnswer, SeenExchange } from "../model.ts";
import { documentOf } from "./document.ts";
import { finding, type Judged, mismatches } from "./finding.ts";

/** Judges the response to each exchange with a served bot. */
export function judgeExchanges(judged: Judged): Failure[] {
  const { step, seen } = judged;
  const failures = step.requests.flatMap((exchange, i) => {
    const came = seen.exchanges[i];
    const at = placeOf(step.requests, i);
    return came ? judgeExchange(at, exchange, came, judged) : [finding(at, "was not made")];
  });
  if (!seen.ready && !("timeout" in seen.exit))
    failures.unshift(finding("port", "never accepted a connection"));
  if (seen.listening) failures.push(finding("port", "still accepts connections after the process ended"));
  if (seen.unasked !== "") {
    const text = JSON.stringify(seen.unasked.slice(0, 100));
    failures.push(finding("port", `the server sent more than the expected answers: ${text}`));
  }
  return failures;
}

function judgeExchange(at: string, exchange: Exchange, came: SeenExchange, judged: Judged): Failure[] {
  if (came.problem !== null) return [finding(at, came.problem)];
  const expected = expectedOf(exchange);
  const failures: Failure[] = [];
  if (exchange.do === "raw" && exchange.expect.endsWith !== null) {
    failures.push(...judgeEnd(at, exchange.expect.endsWith, came, expected.length));
    came = { ...came, answers: came.answers.slice(0, expected.length) };
  }
  for (let i = 0; i < Math.max(expected.length, came.answers.length); i++) {
    const place = expected.length > 1 ? `${at}, answer ${i + 1}` : at;
    const want = expected[i];
    const got = came.answers[i];
    if (!got) failures.push(finding(place, "expected an answer, got none"));
    else if (!want) failures.push(finding(place, `expected no answer, got ${show(got)}`));
    else failures.push(...judgeAnswer(place, want, got, judged, isHead(exchange)));
  }
  if (exchange.do === "raw" && exchange.expect.closed !== null && exchange.expect.closed !== came.closed) {
    const [want, got] = exchange.expect.closed ? ["closed", "open"] : ["open", "closed"];
    failures.push(finding(at, `expected the connection to be ${want} afterwards, but it is ${got}`));
  }
  return failures;
}

/** After the expected answers the connection must be closed, at once or after one more answer whose status fits. */
function judgeEnd(at: string, status: Json, { answers, closed }: SeenExchange, due: number): Failure[] {
  const more = answers.slice(due);
  if (!closed) return [finding(at, "expected the connection to be closed afterwards, but it is open")];
  if (more.length > 1) return [finding(at, `expected at most one more answer, got ${more.length}`)];
  return more.flatMap((answer) => mismatches(`${at} status`, status, new Num(String(answer.status))));
}

function expectedOf(exchange: Exchange): Answer[] {
  if (exchange.do === "raw") return exchange.expect.answers;
  if (exchange.do === "answer-of") return [exchange.expect];
  return exchange.do === "ask" && exchange.expect ? [exchange.expect] : [];
}

const isHead = (exchange: Exchange): boolean => exchange.do === "ask" && exchange.request.method === "HEAD";

function judgeAnswer(
  at: string,
  want: Answer,
  got: SeenAnswer,
  judged: Judged,
  isBodiless: boolean,
): Failure[] {
  if (want.mayRefuse && got.status === 400) return [];
  if (got.malformed !== null) return [finding(at, got.malformed)];
  const failures = mismatches(`${at} status`, want.status, new Num(String(got.status)));
  failures.push(...judgeHeaders(at, want, got, isBodiless));
  if (isBodiless) return failures;
  const document = documentOf(got.body, judged.lacks);
  if ("problem" in document) failures.push(finding(`${at} body`, `${document.problem}: ${show(got)}`));
  else failures.push(...mismatches(`${at} body`, want.body, document.value));
  return failures;
}

function judgeHeaders(at: string, want: Answer, got: SeenAnswer, isBodiless: boolean): Failure[] {
  const values = (name: string): string[] =>
    got.headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  const failures: Failure[] = [];
  const types = values("content-type");
  if (types.length !== 1 || !/^application\/json(?: *; *charset=utf-8)?$/i.test(types[0]!)) {
    failures.push(
      finding(`${at} Content-Type`, `expected application/json, got ${types.join(", ") || "none"}`),
    );
  }
  const lengths = values("content-length");
  // In an answer to HEAD it is the length that the body would have.
  const isRight = isBodiless ? /^\d+$/.test(lengths[0] ?? "") : lengths[0] === String(got.body.length);
  if (lengths.length !== 1 || !isRight) {
    const wanted = isBodiless ? "a number" : got.body.length;
    failures.push(finding(`${at} Content-Length`, `expected ${wanted}, got ${lengths.join(", ") || "none"}`));
  }
  for (const [name, matcher] of Object.entries(want.headers)) {
    const all = values(name);
    const seen: Json = all.length === 0 ? null : all.length === 1 ? all[0]! : all;
    failures.push(...mismatches(`${at} ${name}`, matcher, seen));
  }
  return failures;
}

/** Returns the place of an exchange: `request 1 GET /q`. */
export const placeOf = (exchanges: Exchange[], i: number): string =>
  `request ${i + 1}${nameOf(exchanges[i]!)}`;

const nameOf = (exchange: Exchange): string =>
  exchange.do === "ask"
    ? ` ${exchange.request.method} ${exchange.request.target.slice(0, 60)}`
    : ` ${exchange.do}`;

const show = ({ status, body }: SeenAnswer): string =>
  `${status} ${JSON.stringify(body.length > 200 ? `${body.slice(0, 200)}…` : body)}`;
