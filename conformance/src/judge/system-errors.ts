import { isObject, type Json } from "../json/index.ts";
import type { Answer, Exchange, Expect, Op } from "../model.ts";
import type { Judged } from "./finding.ts";

/**
 * Returns the expectations of a testee that lacks `errno-names`: in place of the name of a system error, any text that
 * is not empty. For other testees they are unchanged.
 */
export function withoutErrorNames(judged: Judged): Judged {
  if (!judged.lacks.has("errno-names")) return judged;
  const { step } = judged;
  const [ops, requests] = [step.ops.map(loosenedOp), step.requests.map(loosenedExchange)];
  return { ...judged, step: { ...step, ops, requests, expect: loosenedExpect(step.expect) } };
}

const named = /^(cannot (?:write|change|read|listen) [\s\S]*: )E[A-Z]+$/;

function loosened(want: Json): Json {
  if (Array.isArray(want)) return want.map(loosened);
  if (isObject(want)) return new Map([...want].map(([key, inner]) => [key, loosened(inner)]));
  const start = typeof want === "string" ? named.exec(want)?.[1] : undefined;
  if (start === undefined) return want;
  return new Map([["$regex", `^${start.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}[\\s\\S]*\\S`]]);
}

function loosenedOp(op: Op): Op {
  const lists = op.lists.map(({ at, ops }) => ({ at, ops: ops.map(loosenedOp) }));
  const { outcome } = op;
  if (outcome.kind !== "fails" || outcome.message === null) return { ...op, lists };
  return { ...op, lists, outcome: { ...outcome, message: loosened(outcome.message) } };
}

const loosenedAnswer = (answer: Answer): Answer => ({ ...answer, body: loosened(answer.body) });

function loosenedExchange(exchange: Exchange): Exchange {
  if (exchange.do === "raw") {
    const { expect } = exchange;
    return { ...exchange, expect: { ...expect, answers: expect.answers.map(loosenedAnswer) } };
  }
  if (exchange.do === "answer-of") return { ...exchange, expect: loosenedAnswer(exchange.expect) };
  if (exchange.do !== "ask" || exchange.expect === null) return exchange;
  return { ...exchange, expect: loosenedAnswer(exchange.expect) };
}

function loosenedExpect(expect: Expect): Expect {
  const { logs, failures, result } = expect;
  return {
    ...expect,
    logs: loosened(logs),
    ...(failures === undefined ? {} : { failures: loosened(failures) }),
    result: typeof result === "object" && "json" in result ? { json: loosened(result.json) } : result,
  };
}
