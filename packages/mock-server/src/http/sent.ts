import { PlatformError, problemOf, problemType, refusalOf } from "@botyard/server/building-blocks";
import type { RecordedRequest } from "../public/platform.ts";
import { type Answered, pathOf } from "./message.ts";
import type { Mounted } from "./mounted.ts";

/** Returns the answer of a route as it is sent. */
export function sent(answer: Awaited<ReturnType<Mounted["run"]>>): Answered {
  const { status, headers = {}, type, body } = answer;
  if (body === null) return { status, headers, body: null };
  const isRaw = type !== undefined && (typeof body === "string" || body instanceof Uint8Array);
  return {
    status,
    headers: { ...headers, "content-type": type ?? "application/json; charset=utf-8" },
    body: isRaw ? body : JSON.stringify(body),
  };
}

/** Returns the problem document of an error. */
export function problem(error: unknown, target: string, entry: RecordedRequest): Answered {
  const refusal = refusalOf(error);
  entry.code = refusal.code;
  // A mistake of the mock or of a function in the scenario, which cannot be found otherwise.
  if (refusal.code === "internal_error" && !(error instanceof PlatformError)) console.error(error);
  return {
    status: refusal.status,
    headers: { ...refusal.headers, "content-type": problemType },
    body: JSON.stringify(problemOf(refusal, pathOf(target), entry.request_id)),
  };
}
