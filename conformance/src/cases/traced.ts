import type { Expect, Step } from "../model.ts";
import { durableWords, streamNames } from "./case-form.ts";
import type { Fields } from "./fields.ts";
import { suggestion } from "./nearest.ts";

/** Reads the expectations for which the system calls of the process are traced. */
export function readTraced(
  fields: Fields,
  step: Pick<Step, "kind" | "signal" | "streams">,
): Pick<Expect, "durable" | "oneWrite"> {
  const durable = readNames(fields, "durable", durableWords, step);
  const oneWrite = readNames(fields, "one_write", streamNames, step);
  const other = oneWrite?.find((name) => step.streams[name] !== "file");
  if (other) fields.problem("one_write", `${other} is not a file in this step`);
  return { ...(durable ? { durable } : {}), ...(oneWrite ? { oneWrite } : {}) };
}

function readNames<Name extends string>(
  fields: Fields,
  key: string,
  known: readonly [Name, Name],
  { kind, signal }: Pick<Step, "kind" | "signal">,
): Name[] | undefined {
  if (!fields.has(key)) return undefined;
  // A signal would reach the tracer, not the process.
  if (kind === "serve" || signal)
    fields.problem(key, `only a run or query step without signal can expect ${key}`);
  const named = fields.texts(key).flatMap(({ text, at }) => {
    const name = known.find((word) => word === text);
    if (!name) fields.source.problem(at, `${key} cannot contain ${text}: ${suggestion(text, known)}`);
    return name ?? [];
  });
  if (fields.list(key).length === 0)
    fields.problem(key, `${key} needs at least one of ${known.join(" and ")}`);
  return named;
}
