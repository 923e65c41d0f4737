import { ops as shapes } from "../cases/vocabulary.ts";
import { type Json, type JsonObject, Num, write } from "../json/index.ts";
import { layout } from "../json/layout.ts";
import type { Case, Exchange, Expect, Op, Outcome, Step } from "../model.ts";

/** Returns the text of a case file, as YAML in JSON style, for a case made by fuzzing. */
export function writtenCase({ id, title, clauses, needs, steps }: Case): string {
  const written = object({ id, title, clauses, needs: unless(needs, []), steps: steps.map(stepOf) });
  return `# Found by fuzzing and shrunk: write a title and the clauses that the case observes.\n${layout([written])}\n`;
}

function stepOf(step: Step): Json {
  const [kind, ops] = [step.kind, step.ops.map(opOf)];
  return object({
    [kind]: object({
      env: object(step.env),
      files: unless(object(mapped(step.files, (file) => object(file))), new Map()),
      ops,
      requests: kind === "serve" ? step.requests.map(exchangeOf) : undefined,
    }),
    expect: expectOf(kind, step.expect),
  });
}

function opOf({ op, args, lists, as, uncaught, outcome }: Op): JsonObject {
  const given = args.map((arg, i) => lists.find(({ at }) => at === i)?.ops.map(opOf) ?? arg);
  const raises = shapes[op]!.byDefault === "raises";
  const more = { as: as ?? undefined, uncaught: (uncaught && !raises) || undefined };
  return object({ [op]: given, ...outcomeOf(op, outcome), ...more });
}

function outcomeOf(op: string, outcome: Outcome): Record<string, Json> {
  const byDefault = shapes[op]!.byDefault ?? "null";
  switch (outcome.kind) {
    case "value":
      return outcome.value === null && byDefault === "null" ? {} : { returns: outcome.value };
    case "fails":
      return outcome.code === null && byDefault === "raises" ? {} : { fails: outcome.code };
    case "ends":
      return byDefault === "ends" ? {} : { ends: true };
    case "never-reached":
      return { never_reached: true };
    case "any":
      return { any: true };
  }
}

function exchangeOf(exchange: Exchange): Json {
  if (exchange.do !== "ask" || !exchange.expect)
    throw new TypeError(`Fuzzing does not make exchanges of kind ${exchange.do}.`);
  const { method, target, body } = exchange.request;
  const { status, body: answer } = exchange.expect;
  const text = body && "text" in body ? body.text : undefined;
  const isPlain = status instanceof Num && status.exact === "2e2";
  const expect = object({ status: isPlain ? undefined : status, body: answer });
  return object({ [method.toLowerCase()]: target, body: text, expect });
}

function expectOf(kind: Step["kind"], { exit, metrics, logs, result, state }: Expect): Json {
  const code = "code" in exit ? exit.code : null;
  const document = typeof result === "object" && "json" in result ? result.json : undefined;
  return object({
    exit: code instanceof Num && code.exact !== "0e0" ? code : undefined,
    metrics: unless(metrics, []),
    logs: unless(logs, []),
    [kind === "query" ? "answer" : "result"]: document,
    state: state ? object(state) : undefined,
  });
}

const unless = (value: Json, empty: Json): Json | undefined =>
  write(value) === write(empty) ? undefined : value;
const mapped = <T>(record: Record<string, T>, change: (value: T) => Json): Record<string, Json> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
const object = (fields: Record<string, Json | undefined>): JsonObject =>
  new Map(Object.entries(fields).filter((field): field is [string, Json] => field[1] !== undefined));
