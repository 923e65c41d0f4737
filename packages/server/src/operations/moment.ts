import type { ErrorCode } from "../errors/error-table.ts";
import { PlatformError } from "../errors/platform-error.ts";

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/**
 * Parses an RFC 3339 time.
 *
 * @param place pointer to the time in the error
 * @param code (default: `invalid_parameter`)
 * @throws {PlatformError} `code` if the text is not a time
 */
export function readTime(text: string, place: string, code?: ErrorCode): Date;
export function readTime(text: string | undefined, place: string, code?: ErrorCode): Date | undefined;
export function readTime(text: string | undefined, place: string, code: ErrorCode = "invalid_parameter") {
  if (text === undefined) return undefined;
  // In a query string a plus sign that was not encoded arrives as a space.
  const time = new Date(text.replace(" ", "+"));
  if (rfc3339.test(text.replace(" ", "+")) && !Number.isNaN(time.getTime())) return time;
  const detail = `"${text}" is not a time; use the form 2026-01-31T09:30:00Z.`;
  throw new PlatformError(code, detail, { errors: [{ pointer: place, detail }] });
}
