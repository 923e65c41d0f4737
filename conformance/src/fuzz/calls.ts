import fc, { type Arbitrary } from "fast-check";
import type { Json, JsonObject } from "../json/index.ts";
import type { Item } from "./script.ts";
import * as values from "./values.ts";
import { weighted } from "./values.ts";

type CallItem = Extract<Item, { do: "call" }>;

/** Returns calls of these ops, by weight; `params` are those of the query that is answered. */
export type Calls = (ops: Record<string, number>, params?: JsonObject) => Arbitrary<CallItem>;

const keeping = /^(?:state\.get|request\.(?:get|values)|input\.parse)/;
/** Names of kept values. */
const kept = fc.constantFrom("v0", "v1");
const keptValue = kept.map((name): Json => new Map([["$var", name]]));
/** A new value, or one that the SDK has returned. */
const value = weighted([5, values.value], [1, keptValue]);

/**
 * Returns calls whose arguments have the expected types, if they are not `wild`.
 *
 * @param keys state keys that they use
 */
export function callsWith(keys: string[], wild: boolean): Calls {
  const odd = (usual: Arbitrary<Json>) => (wild ? weighted([3, usual], [1, values.value]) : usual);
  const [data, message] = [odd(values.object), odd(values.text)];
  const key = odd(weighted([24, fc.constantFrom(...keys)], [1, fc.constantFrom(...values.invalidStateKeys)]));
  const plain: Record<string, Arbitrary<Json[]>> = {
    metric: args([message, data]),
    log: args([message], data),
    ...{ success: args([message]), error: args([message]), result: args([data]) },
    ...{ success_with_data: args([message, value]), error_with_data: args([message, value]) },
    ...{ "state.set": args([key, value]), "state.get": args([key], value) },
    ...{ "state.delete": args([key]), "state.exists": args([key]) },
    return: weighted([5, args([value])], [1, args([])]),
    fail: args([], values.text),
  };
  const call = (op: string, params: JsonObject): Arbitrary<CallItem> =>
    fc.record({
      do: fc.constant("call"),
      op: fc.constant(op),
      args: plain[op.replace(/^log\..*/, "log")] ?? accessed(op, params) ?? args([]),
      as: keeping.test(op) ? weighted([7, fc.constant(null)], [1, kept]) : fc.constant(null),
      uncaught: fc.constant(op === "fail"),
    });
  return (ops, params = new Map()) =>
    fc.oneof(...Object.entries(ops).map(([op, weight]) => ({ weight, arbitrary: call(op, params) })));
}

/** Returns lists of arguments, the last of which may be missing. */
const args = (all: Arbitrary<Json>[], last?: Arbitrary<Json>): Arbitrary<Json[]> =>
  fc
    .tuple(fc.tuple(...all), last ? fc.array(last, { maxLength: 1 }) : fc.constant([]))
    .map((lists) => lists.flat(1));

/** Default values of the accessors' types, which some languages require. */
const defaults: Record<string, Arbitrary<Json>> = {
  "request.get_string": values.text,
  "request.get_number": values.number,
  "request.get_integer": values.wholeNumber(50),
  "request.get_boolean": fc.boolean(),
  "request.get_array": values.value.map((one) => [one]),
  "request.get_object": values.object,
  "request.get": values.value,
};

function accessed(op: string, params: JsonObject): Arbitrary<Json[]> | undefined {
  const byDefault = defaults[op];
  if (!byDefault) return undefined;
  const given = [...params.keys()];
  const alike = /number|integer/.test(op) ? given.filter((name) => /\d/.test(String(params.get(name)))) : [];
  const groups = [given, given, given, alike, alike, alike, values.paramNames].filter(
    (names) => names.length > 0,
  );
  return args([fc.oneof(...groups.map((names) => fc.constantFrom(...names)))], byDefault);
}
