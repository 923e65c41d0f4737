import { cut } from "../errors/index.ts";
import { placeOf, stackOf } from "./stack.ts";

/** The details of a failed handler: the thrown value, or the part of its answer that has no JSON form, or neither. */
export type Failure = { path: string; thrown?: { value: unknown }; reason?: string };

/** The log record of a failure [Q-39 … ]. */
type FailureRecord = { message: string; data: Record<string, string | number | Cause[]> };

type Cause = { type: string; message: string };

const maxLengths = { message: 2000, path: 250, type: 250, file: 1000, reason: 1000, stack: 7000 } as const;
const maxLengthsOfCause = { type: 100, message: 250 } as const;
const maxStackWithCause = 4000;
const maxCauses = 8;

/** Makes the log record of a failed handler or, without a path, of failed work that it did not wait for. */
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
  const causes = causesOf(value).map(describeCause);
  const hasCause = causes.length > 0;
  if (hasCause) data.cause = causes;
  const stack = stackOf(value);
  if (stack === undefined) return data;
  const place = placeOf(stack, message);
  if (place !== undefined) Object.assign(data, { file: cut(place.file, maxLengths.file), line: place.line });
  // A long message comes first and would leave no room for the frames.
  const bounded = stack.replace(message, () => cut(message, maxLengths.message));
  data.stack = cut(bounded, hasCause ? maxStackWithCause : maxLengths.stack);
  return data;
}

function describeCause(value: unknown): Cause {
  return {
    type: cut(typeOf(value), maxLengthsOfCause.type),
    message: cut(messageOf(value), maxLengthsOfCause.message),
  };
}

/**
 * Returns what a thrown value names as its cause, then the cause of that one, and so on, at most 8. The one
 * error of an AggregateError is its cause.
 */
export function causesOf(thrown: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let next = causeOf(thrown); next !== undefined && causes.length < maxCauses; next = causeOf(next)) {
    if (next === thrown || causes.includes(next)) break;
    causes.push(next);
  }
  return causes;
}

function causeOf(thrown: unknown): unknown {
  if (typeof thrown !== "object" || thrown === null) return undefined;
  const cause = read(() => (thrown as { cause?: unknown }).cause);
  if (cause !== undefined) return cause ?? undefined;
  const errors = read(() => (thrown instanceof AggregateError ? (thrown.errors as unknown[]) : []));
  return errors?.length === 1 ? errors[0] : undefined;
}

/** Returns the name of a value's class, or of its type if it has none. */
function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object" && typeof value !== "function") return typeof value;
  const name = read(() => (value.constructor as { name?: unknown } | undefined)?.name);
  return typeof name === "string" && name !== "" ? name : typeof value;
}

/** Returns the failure's own message, without type name, stack or prefix; an empty string if there is none. */
export function messageOf(thrown: unknown): string {
  const isObject = typeof thrown === "object" && thrown !== null;
  const message = isObject ? read(() => (thrown as { message?: unknown }).message) : thrown;
  return typeof message === "string" ? message : "";
}

/** Reads a property that bot code may have made to throw; returns undefined if it throws. */
function read<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}
