import { isObject, type Json } from "../json/index.ts";

type Check = (given: Json | undefined) => boolean;

const text: [Check, string] = [(given) => typeof given === "string", "untyped-arguments"];
const data: [Check, string] = [isObject, "untyped-data"];
const optionalData: [Check, string] = [(given) => given === undefined || isObject(given), "untyped-data"];
// The message of a C++ exception ends at its first NUL.
const failure: [Check, string] = [
  (given) => typeof given !== "string" || !given.includes("\0"),
  "nul-in-failures",
];

/** What the arguments of an op must be, and the capability to pass any others. */
const parameters: Record<string, [Check, string][]> = {
  metric: [text, data],
  log: [text, optionalData],
  ...{ success: [text], success_with_data: [text], error: [text], error_with_data: [text], result: [data] },
  ...{ "state.set": [text], "state.get": [text], "state.delete": [text], "state.exists": [text] },
  fail: [failure],
};

/** Returns the capabilities that a language needs for passing these arguments, whatever the call then does. */
export function needsOf(op: string, args: Json[]): string[] {
  const expected = parameters[op.replace(/^log\..*/, "log")] ?? [];
  return expected.flatMap(([fits, capability], i) => (fits(args[i]) ? [] : [capability]));
}
