import fc, { type Arbitrary } from "fast-check";
import type { Json } from "../json/index.ts";
import type { Item } from "./script.ts";
import * as values from "./values.ts";
import { weighted } from "./values.ts";

type CallItem = Extract<Item, { do: "call" }>;

/** Returns calls of these ops, by weight. */
export type Calls = (ops: Record<string, number>) => Arbitrary<CallItem>;

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
  const odd = (usual: Arbitrary<Json>) => (wild ? weighted([2, usual], [1, values.value]) : usual);
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
  const call = (op: string): Arbitrary<CallItem> =>
    fc.record({
      do: fc.constant("call"),
      op: fc.constant(op),
      args: plain[op.replace(/^log\..*/, "log")] ?? accessors[op] ?? args([]),
      as: keeping.test(op) ? weighted([7, fc.constant(null)], [1, kept]) : fc.constant(null),
      uncaught: fc.constant(op === "fail"),
    });
  return (ops) => fc.oneof(...Object.entries(ops).map(([op, weight]) => ({ weight, arbitrary: call(op) })));
}

/** Returns lists of arguments, the last of which may be missing. */
const args = (all: Arbitrary<Json>[], last?: Arbitrary<Json>): Arbitrary<Json[]> =>
  fc
    .tuple(fc.tuple(...all), last ? fc.array(last, { maxLength: 1 }) : fc.constant([]))
    .map((lists) => lists.flat(1));

const paramName = fc.constantFrom(...values.paramNames);
/** Arguments of the accessors. A default value has the accessor's type, which some languages require. */
const accessors: Record<string, Arbitrary<Json[]>> = {
  "request.get_string": args([paramName], values.text),
  "request.get_number": args([paramName], values.number),
  "request.get_integer": args([paramName], values.wholeNumber(50)),
  "request.get_boolean": args([paramName], fc.boolean()),
  "request.get_array": args(
    [paramName],
    values.value.map((one) => [one]),
  ),
  "request.get_object": args([paramName], values.object),
  "request.get": args([paramName], values.value),
};
