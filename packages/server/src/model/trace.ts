import { randomBytes } from "node:crypto";

/** The trace that a run or a query belongs to, as the headers of W3C Trace Context. */
export interface Trace {
  traceparent: string;
  tracestate?: string;
}

/** Returns a new trace. It is sampled: a bot that takes it up would otherwise record nothing by default. */
export function newTrace(): Trace {
  return { traceparent: `00-${nonZero(16)}-${nonZero(8)}-01` };
}

/** Returns the trace of a request, or `undefined` if its headers have no valid one. */
export function readTrace(headers: Readonly<Record<string, unknown>>): Trace | undefined {
  const { traceparent, tracestate } = headers;
  const [, version = "", ids, flags = "", rest] = parent.exec(String(traceparent ?? "")) ?? [];
  if (ids === undefined || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  // Of a later version only the first flag is known.
  const known = version === "00" ? flags : `0${Number.parseInt(flags, 16) & 1}`;
  const state = readState(tracestate);
  return { traceparent: `00-${ids}-${known}`, ...(state !== undefined && { tracestate: state }) };
}

/** Returns what the document of a run says of its trace. */
export const traceFields = (trace: Trace) => ({ trace_id: traceIdOf(trace), ...trace });

export const traceIdOf = ({ traceparent }: Pick<Trace, "traceparent">): string => traceparent.slice(3, 35);

/** Version, trace and parent, flags, and what a later version may add. Neither id may be zero. */
const parent = /^([0-9a-f]{2})-((?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Longer ones, which nobody needs to pass on, are left out. */
const longestState = 512;
const mostMembers = 32;
const member =
  /^([a-z0-9][a-z0-9_\-*/@]{0,255})=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

function readState(given: unknown): string | undefined {
  if (typeof given !== "string") return undefined;
  const members = given
    .split(",")
    .map((text) => text.replace(/^[ \t]+|[ \t]+$/g, ""))
    .filter((text) => text !== "");
  const keys = new Set(members.map((text) => member.exec(text)?.[1]));
  const isValid = !keys.has(undefined) && keys.size === members.length && members.length <= mostMembers;
  const text = members.join(",");
  return isValid && text !== "" && text.length <= longestState ? text : undefined;
}

function nonZero(bytes: number): string {
  const id = randomBytes(bytes).toString("hex");
  return /[1-9a-f]/.test(id) ? id : nonZero(bytes);
}
