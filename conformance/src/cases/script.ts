import { type Json, type JsonObject, Num, write } from "../json/index.ts";
import type { Op, Step } from "../model.ts";

/**
 * The text of CONF_SCRIPT: what the adapter has to do in this step, and nothing of what is expected of it.
 *
 * @param substitute puts this run's own texts in the place of `${…}`; a step may also be given with them in place
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
