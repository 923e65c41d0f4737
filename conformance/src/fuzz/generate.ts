import fc, { type Arbitrary } from "fast-check";
import type { Json } from "../json/index.ts";
import { type Calls, callsWith } from "./calls.ts";
import { caseOf } from "./case.ts";
import { InvalidScript } from "./model.ts";
import type { Item, Script } from "./script.ts";
import { fileOf } from "./state-file.ts";
import * as values from "./values.ts";
import { listOf, weighted } from "./values.ts";

const runOps = {
  ...{ "state.set": 10, "state.get": 8, "state.delete": 4, "state.exists": 3 },
  ...{ "state.list": 3, "state.clear": 1, "input.parse": 1, "query.get_config": 1 },
  ...{ metric: 5, "log.debug": 1, "log.info": 2, "log.warn": 1, "log.error": 1 },
  ...{ success: 1, success_with_data: 1, result: 1 },
};
const handlerOps = {
  ...{ "request.get": 4, "request.get_string": 3, "request.get_number": 4, "request.get_integer": 6 },
  ...{ "request.get_boolean": 4, "request.get_array": 3, "request.get_object": 3, "request.values": 1 },
  ...{ "request.path": 1, "query.get_config": 1, metric: 1, "log.info": 1, success: 1, result: 1, error: 1 },
  ...{ "state.get": 2, "state.exists": 1, "state.list": 1 },
  ...{ "state.set": 1, "state.delete": 1, "state.clear": 1 },
};
/** File names that are not files of keys, though some look similar. */
const foreign = ["A.json", "%7a.json", "%2E.json", "a.JSON", "a", ".json", ".tmp-a-0123456789abcdef"];
/** Average number of calls in a query to a server. */
const callsOfQuery = 12;

/** Returns scripts with this number of calls on average. */
export function scripts(average = 250): Arbitrary<Script> {
  // Few keys, so that calls use the same ones.
  const keys = fc.uniqueArray(fc.constantFrom(...values.stateKeys), { minLength: 4, maxLength: 4 });
  // Arguments may have wrong types in some scripts, because not every language can pass them.
  const wild = weighted([3, fc.constant(false)], [1, fc.constant(true)]);
  const script = fc.tuple(keys, wild).chain(([keys, wild]) => {
    const calls = callsWith(keys, wild);
    return weighted(
      [5, framed("run", keys, 2, run(calls, average))],
      [2, framed("query", keys, 4, query(calls, average, false))],
      [2, framed("serve", keys, 4, queries(calls, average))],
    );
  });
  return fc.noBias(script).map(sensible);
}

/** Removes the calls that use a value which no call has kept. */
function sensible(script: Script): Script {
  try {
    caseOf(script, "draft");
    return script;
  } catch (error) {
    if (!(error instanceof InvalidScript)) throw error;
    const { call } = error;
    return sensible({ ...script, items: script.items.filter((item) => item !== call) });
  }
}

// An environment variable cannot contain NUL, and a server's library may refuse it in a path.
const word = values.text.map((text) => text.replaceAll("\u0000", ""));

function framed(
  kind: Script["kind"],
  keys: string[],
  files: number,
  items: Arbitrary<Item[]>,
): Arbitrary<Script> {
  const given: Arbitrary<Item & { name: string }> = fc.record({
    do: fc.constant("given"),
    name: weighted([7, fc.constantFrom(...keys).map(fileOf)], [1, fc.constantFrom(...foreign)]),
    document: values.document(values.value, 3),
  });
  return fc
    .record({
      id: weighted([11, word.map((text) => `bot-${text}`)], [1, fc.constant("")]),
      config: weighted([15, values.document(values.object, 8)], [1, fc.constant(values.noDocument)]),
      given: fc.uniqueArray(given, { maxLength: files, selector: ({ name }) => name }),
      items,
    })
    .map(({ id, config, given, items }) => ({ kind, id, config, items: [...given, ...items] }));
}

function run(calls: Calls, average: number): Arbitrary<Item[]> {
  return ended(calls(runOps), average, calls({ "state.list": 8, error: 1, error_with_data: 1 }));
}

const ended = (call: Arbitrary<Item>, average: number, last: Arbitrary<Item>): Arbitrary<Item[]> =>
  fc
    .tuple(listOf(call, 2 * average), weighted([1, fc.constant<Item[]>([])], [7, last.map((one) => [one])]))
    .map((lists) => lists.flat());

function queries(calls: Calls, average: number): Arbitrary<Item[]> {
  const one = query(calls, callsOfQuery, true);
  const pathOf = ([ask]: Item[]) => ask?.do === "ask" && ask.path;
  const most = Math.ceil((2 * average) / callsOfQuery);
  return fc
    .uniqueArray(one, { minLength: 1, maxLength: most, selector: pathOf, size: "max" })
    .map((all) => all.flat());
}

/** Returns a query and the calls of its handler. */
function query(calls: Calls, average: number, served: boolean): Arbitrary<Item[]> {
  const body = params(values.param).map((pairs) => new Map(pairs));
  const ask: Arbitrary<Item> = fc.record({
    do: fc.constant("ask"),
    path: weighted([9, word.map((name) => `/${name}`)], [1, fc.constantFrom("/health", "/info")]),
    registered: weighted([15, fc.constant(true)], [1, fc.constant(false)]),
    method: fc.constantFrom("GET", "POST"),
    query: served ? params(values.paramText) : fc.constant<[string, string][]>([]),
    body: weighted([1, fc.constant(values.noDocument)], [3, values.document(body, 8)]),
  });
  const last = weighted(
    [8, calls({ return: 1 })],
    [1, calls({ fail: 1 })],
    [3, calls(handlerOps).map((call) => ({ ...call, uncaught: true }))],
  );
  return fc.tuple(ask, ended(calls(handlerOps), average, last)).map(([first, rest]) => [first, ...rest]);
}

/** Returns most of the parameters. */
const params = <T extends Json>(value: Arbitrary<T>): Arbitrary<[string, T][]> =>
  fc
    .tuple(
      ...values.paramNames.map((name) =>
        weighted<[string, T][]>([1, fc.constant([])], [4, value.map((given) => [[name, given]])]),
      ),
    )
    .map((pairs) => pairs.flat());
