import type { Case, Observation } from "../../src/model.ts";
import { scoreOf } from "../../src/mutate/judge-mutants.ts";
import {
  answer,
  came,
  caseOf,
  errors,
  failure,
  file,
  folder,
  log,
  metric,
  recording,
  trace,
} from "../judge/recorded.ts";
import { testee } from "../run/delivered.ts";

/** A passing step of each kind with its recording. */
export interface Recorded {
  one: Case;
  seen: Observation;
}

export function recorded(yaml: string, seen: Partial<Observation>): Recorded {
  const one = caseOf(yaml);
  return { one, seen: recording(one.steps[0]!, seen) };
}

const unreadable = failure("state.read_failed", "cannot read the state in /case/state: it is no directory");

export const run = recorded(
  `run:
  ops:
    - metric: [price, { value: 1.5, up: true, of: [a, null] }]
    - log.info: [Hello, { count: 0 }]
    - state.get: [k]
      fails: state.read_failed
    - state.set: [l, "é"]
    - result: [{ a: "" }]
expect:
  metrics: [[price, { value: 1.5, up: true, of: [a, null] }]]
  logs: [[info, Hello, { count: 0 }]]
  stdout: [done]
  state: { k.json: { $text: "{" }, l.json: "é" }
  result: { a: "" }`,
  {
    stdout: `done\n${metric('{"value":1.5,"up":true,"of":["a",null]}', "price")}`,
    stderr: log("Hello", '{"count":0}'),
    ...trace(
      ...["1 metric", "1 = null", "2 log.info", "2 = null", "3 state.get", `3 ! ${unreadable}`],
      ...["4 state.set", "4 = null", "5 result", "5 = null", "end"],
    ),
    before: { state: folder, "state/k.json": file("{") },
    after: {
      ...{ state: folder, "state/k.json": file("{"), "state/l.json": file('"é"') },
      "out/result.json": file('{"a":""}'),
    },
    names: [{ folder: "state", name: "l.json" }],
  },
);

export const served = recorded(
  `serve:
  ops: [{ query.run: [] }]
  requests:
    - { get: /a, expect: { body: { a: [1] } } }
    - { method: HEAD, target: /a, expect: { body: { a: [1] } } }
    - raw: c
      send: ["nonsense"]
      expect: { answers: [{ status: 404, body: x }], ends_with: 400 }
    - raw: d
      send: ["GET"]
      expect: { answers: [], closed: false }
    - { get: "/%", expect: { body: 1, may_refuse: true } }
    - { get: "/%%", expect: { body: 2, may_refuse: true } }`,
  {
    ...trace("1 query.run"),
    exchanges: [
      came(answer('{"a":[1]}')),
      came(
        answer("", {
          headers: [
            ["Content-Type", "application/json"],
            ["Content-Length", "9"],
          ],
        }),
      ),
      came([answer('"x"', { status: 404 }), answer("<p>", { status: 400, headers: [] })], { closed: true }),
      came([]),
      came(answer("1")),
      came(answer("<p>", { status: 400, headers: [] })),
    ],
  },
);

export const killed = recorded(
  `run:
  ops: [{ state.set: [k, 1] }, { touch: [now] }, { state.set: [k, 2] }]
  signal: { send: KILL, when: now }
expect: { exit: { signal: SIGKILL }, state: { k.json: 1 } }`,
  {
    ...trace("1 state.set", "1 = null", "2 touch", "2 = null", "3 state.set"),
    exit: { signal: "SIGKILL" },
    after: {
      ...{ state: folder, "state/k.json": file("1"), "state/.tmp-k-0123456789abcdef": file("2") },
      "code/now": file(""),
    },
  },
);

export const failing = recorded(
  "query: { ops: [], path: /a }\nexpect: { exit: nonzero, answer: { status: error } }",
  {
    exit: { code: 1 },
    after: { "out/result.json": file('{"status":"error"}') },
  },
);

const temporary = (name: string) => `/case/${name}-0123456789abcdef`;

/** Two writes by two threads, of which each waits for its flush. */
export const durable = recorded(
  `run: { ops: [] }
expect: { result: 1, state: { k.json: 1 }, durable: [result, state] }`,
  {
    after: { state: folder, "state/k.json": file("1"), "out/result.json": file("1") },
    calls: [
      { thread: 1, begin: 0, end: 0, kind: "write", path: temporary("out/.tmp-result.json"), size: 1 },
      { thread: 2, begin: 1, end: 3, kind: "write", path: temporary("state/.tmp-k"), size: 1 },
      { thread: 1, begin: 2, end: 4, kind: "flush", path: temporary("out/.tmp-result.json") },
      { thread: 2, begin: 5, end: 5, kind: "flush", path: temporary("state/.tmp-k") },
      {
        ...{ thread: 1, begin: 6, end: 6, kind: "rename" },
        ...{ path: temporary("out/.tmp-result.json"), to: "/case/out/result.json" },
      },
      {
        ...{ thread: 2, begin: 7, end: 7, kind: "rename" },
        ...{ path: temporary("state/.tmp-k"), to: "/case/state/k.json" },
      },
      { thread: 2, begin: 8, end: 8, kind: "flush", path: "/case/state" },
    ],
  },
);

/** Returns the scores of the mutants of a case with this recording. */
export function score({ one, seen }: Recorded, changes: Partial<Case> = {}) {
  const steps = one.steps.map((step) => ({ step, seen, testee: testee("node") }));
  return scoreOf({ ...one, ...changes }, "node", { steps, failures: [], seconds: 0 }, errors);
}
