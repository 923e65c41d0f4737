import { cut } from "../errors/index.ts";
import { placeOf, stackOf } from "./stack.ts";

/** Why a handler failed, beside its message: what it threw, what of its answer has no JSON form, or neither. */
export type Failure = { path: string; thrown?: { value: unknown }; reason?: string };

/** What a failure's record in the log says [Q-39 … Q-43]. */
type FailureRecord = { message: string; data: Record<string, string | number> };

const maxLengths = { message: 2000, path: 250, type: 250, file: 1000, reason: 1000, stack: 7000 } as const;

/** The record of a failed handler, or of failed work that a handler left, which has no path. */
export function failureRecord(
  message: string,
  failure: Omit<Failure, "path"> & { path?: string },
): FailureRecord {
  const { path, thrown, reason } = failure;
  const data: FailureRecord["data"] = {};
  if (path !== undefined) data.path = cut(path, maxLengths.path);
  if (thrown !== undefined) Object.assign(data, describeThrown(thrown.value, message));
  if (reason !== undefined) data.reason = cut(reason, maxLengths.reason);
  return { message: cut(message, maxLengths.message), data };
}

function describeThrown(value: unknown, message: string): FailureRecord["data"] {
  const data: FailureRecord["data"] = { type: cut(typeOf(value), maxLengths.type) };
  const stack = stackOf(value);
  if (stack === undefined) return data;
  const place = placeOf(stack, message);
  if (place !== undefined) Object.assign(data, { file: cut(place.file, maxLengths.file), line: place.line });
  // Else a long message, which stands first, would push the frames out.
  const bounded = stack.replace(message, () => cut(message, maxLengths.message));
  data.stack = cut(bounded, maxLengths.stack);
  return data;
}

/** The name of a value's class, or of its kind where it has none. */
function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object" && typeof value !== "function") return typeof value;
  const name = read(() => (value.constructor as { name?: unknown } | undefined)?.name);
  return typeof name === "string" && name !== "" ? name : typeof value;
}

/** The failure's own message: no type name, no stack, no prefix; empty where there is none. */
export function messageOf(thrown: unknown): string {
  const isObject = typeof thrown === "object" && thrown !== null;
  const message = isObject ? read(() => (thrown as { message?: unknown }).message) : thrown;
  return typeof message === "string" ? message : "";
}

/** A property that bot code may have made fail: what cannot be read is not there. */
function read<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}
