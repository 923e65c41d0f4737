import type { ExpectedFile, GivenFile, Step, Stream } from "../model.ts";
import {
  anything,
  type Form,
  kindsOf,
  list,
  matcher,
  type ObjectForm,
  object,
  record,
  single,
  text,
  textOrNull,
  word,
  yes,
} from "./form.ts";
import { capabilities, type OpShape, ops as shapes, signals } from "./vocabulary.ts";

/*
 * The form of a case file: which keys each object has, and which words and types their values. The loader takes the keys
 * from here, and `schema.ts` writes them as a JSON Schema, so a new step, key or exchange is declared only here.
 */

/** The keys of all members of a union. */
type KeyOf<Union> = Union extends unknown ? keyof Union : never;

export const streamWords: [Stream, ...Stream[]] = ["file", "pipe", "full", "broken", "unread"];
export const stopWords: [Step["stop"], ...Step["stop"][]] = ["TERM", "INT", "KILL", "none"];

const signal = word(signals);
const stream = word(streamWords);
export const streams = object({ stdout: stream, stderr: stream });
export const sentSignal = object({ send: signal, when: text }, ["send", "when"]);

/** Files created before a step; each has one of these keys. */
const givenFiles: Record<KeyOf<GivenFile>, Form> = { text, bytes: text, folder: yes, link: text, pipe: yes };
/** Files expected after a step; each has one of these keys. */
const expectedFiles: Record<KeyOf<ExpectedFile>, Form> = {
  json: anything,
  text,
  folder: yes,
  absent: yes,
  any: yes,
};

const outcomes = { returns: anything, fails: textOrNull, ends: yes, never_reached: yes, any: yes };
export const outcomeKeys = Object.keys(outcomes);
/** Keys beside the call of an op. */
export const besideCall = object({
  ...outcomes,
  ...{ message: anything, cause: anything, as: text, uncaught: yes },
});

// Completed below, because ops contain lists of ops.
const op: ObjectForm = { ...besideCall, oneOf: [] };
const opList = list(op);
for (const [name, shape] of Object.entries(shapes)) {
  op.properties = { ...op.properties, [name]: argumentsOf(name, shape) };
  op.oneOf!.push({ required: [name] });
}

function argumentsOf(name: string, { min, max, lists }: OpShape): Form {
  const all = { type: "array", minItems: min, maxItems: max };
  // A handler may be any value, for cases about invalid handlers.
  if (!lists || name.startsWith("query.")) return all;
  if (lists === "all") return { ...all, items: opList };
  return {
    ...all,
    items: Array.from({ length: max }, (_, at) => (lists.includes(at) ? opList : anything)),
  };
}

export const answer = object(
  { status: anything, body: anything, headers: record(anything), may_refuse: yes },
  ["body"],
);
export const rawAnswer = object({ answers: list(answer), closed: { type: "boolean" }, ends_with: anything });
const asked = {
  ...{ headers: record(text), json: anything, body: text, bytes: text, chunks: list(text) },
  ...{ connection: text, later: text, expect: answer },
};

/** Exchanges with a served bot, by the key that selects the kind. */
export const exchanges: Record<string, ObjectForm> = {
  get: object({ get: text, ...asked }, ["get"]),
  post: object({ post: text, ...asked }, ["post"]),
  method: object({ method: text, target: text, ...asked }, ["method", "target"]),
  answer_of: object({ answer_of: text, expect: answer }, ["answer_of", "expect"]),
  raw: object({ raw: text, send: list(text), expect: rawAnswer }, ["raw", "send", "expect"]),
  ...single({ connect: text, close: text, refused: text, touch: text, wait_for: text }),
  ...single({ wait_for_line: text, signal }),
};
const exchange = kindsOf(exchanges);

const process = {
  ops: opList,
  handlers: record(opList),
  env: record(textOrNull),
  files: record(kindsOf(single(givenFiles))),
  ...{ streams, signal: sentSignal, occupied: list(text), by: { const: "peer" } },
};

/** What a step does, by the key that selects its kind. */
export const steps: Record<Step["kind"], ObjectForm> = {
  run: object(process),
  query: object({ ...process, path: text, params: anything }),
  serve: object({ ...process, requests: list(exchange), stop: word(stopWords) }),
};

const records: Form = { anyOf: [{ type: "array", items: { type: ["array", "object"] } }, matcher] };
const lines: Form = {
  anyOf: [{ const: "any" }, { type: "array", items: { type: ["string", "object"] } }, matcher],
};
const exit: Form = {
  anyOf: [
    { type: "integer", minimum: 0, maximum: 255 },
    { const: "nonzero" },
    { type: "object", minProperties: 1, maxProperties: 1 },
  ],
};

export const durableWords = ["state", "result"] as const;
export const streamNames = ["stdout", "stderr"] as const;
export const expected = object({
  ...{ exit, metrics: records, logs: records, failures: records, stdout: lines, stderr: lines },
  ...{ result: anything, answer: anything, state: record(anything) },
  files: record(kindsOf(single(expectedFiles))),
  durable: list(word(durableWords), 1),
  one_write: list(word(streamNames), 1),
});

const step = kindsOf(
  Object.fromEntries(
    Object.entries(steps).map(([kind, form]) => [kind, object({ [kind]: form, expect: expected }, [kind])]),
  ),
);

export const toleratedMutation = object({ mutation: text, reason: text }, ["mutation", "reason"]);
/** A version of the contract, quoted: `"1.1"`. */
const version: Form = { type: "string", pattern: "^[0-9]+\\.[0-9]+$" };
const rowName: Form = { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" };
const rows: Form = { type: "object", minProperties: 1 };

export const wholeCase = object(
  {
    id: { type: "string", pattern: "^[a-z][a-z-]*\\.[a-z0-9]+(-[a-z0-9]+)*$" },
    title: text,
    clauses: list({ type: "string", pattern: "^[A-Z]+-[0-9]+$" }, 1),
    since: version,
    until: version,
    needs: list(word([...capabilities])),
    pairs: yes,
    table: { ...rows, propertyNames: rowName, additionalProperties: rows },
    steps: list(step, 1),
    tolerates: list(toleratedMutation),
  },
  ["id", "title", "clauses", "steps"],
);

/** Parts that the schema defines once, under these names. */
export const named: Record<string, Form> = {
  ...{ text, text_or_null: textOrNull, flag: yes, signal, stream, op, ops: opList, answer },
  ...{ exchange, environment: process.env, given_files: process.files, records, lines },
  ...{ step, expect: expected },
};
