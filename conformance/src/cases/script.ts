import { type Json, type JsonObject, Num, write } from "../json/index.ts";
import type { Op, Step } from "../model.ts";

/**
 * Returns the content of the CONF_SCRIPT file: the ops of the step without their expectations.
 *
 * @param substitute replaces `${…}` by the values of this run (default: the step is already filled in)
 */
export function scriptOf(step: Step, substitute: (text: string) => string = (text) => text): string {
  const filled = (json: Json): Json => {
    if (typeof json === "string") return substitute(json);
    if (Array.isArray(json)) return json.map(filled);
    if (json instanceof Map)
      return new Map([...json].map(([key, inner]) => [substitute(key), filled(inner)]));
    return json;
  };
  const opOf = ({ id, op, args, lists, as, uncaught }: Op): JsonObject => {
    const given = args.map(filled);
    for (const { at, ops } of lists) given[at] = ops.map(opOf);
    const script: JsonObject = new Map<string, Json>([
      ["id", id],
      ["op", op],
      ["args", given],
    ]);
    if (as !== null) script.set("as", as);
    if (uncaught) script.set("uncaught", true);
    return script;
  };
  return write(
    new Map<string, Json>([
      ["v", new Num("1")],
      ["ops", step.ops.map(opOf)],
    ]),
  );
}
