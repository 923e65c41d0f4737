import { ApiError } from "./errors.ts";
import type { ProblemDocument } from "./types.ts";

interface Refusal {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/**
 * Returns the error of a response outside 2xx.
 *
 * @param sentBytes the size of the request's body, if it had one
 */
export function refusalOf({ status, headers, bytes }: Refusal, sentBytes?: number): ApiError {
  return new ApiError(status, problemIn(bytes), headers, sentBytes);
}

/** Returns a problem document; an empty one for an empty body or the page of a proxy. */
function problemIn(bytes: Uint8Array): Partial<ProblemDocument> {
  try {
    const problem = JSON.parse(new TextDecoder().decode(bytes)) as ProblemDocument | null;
    return problem !== null && typeof problem === "object" ? problem : {};
  } catch {
    return {};
  }
}
