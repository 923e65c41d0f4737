import { PlatformError } from "../errors/platform-error.ts";

/**
 * Parses a comma-separated parameter whose parts must all be in `allowed`.
 *
 * @throws {PlatformError} `invalid_parameter`
 */
export function readList<Word extends string>(
  parameter: string,
  text: string | undefined,
  allowed: readonly Word[],
): Word[] | undefined {
  if (text === undefined) return undefined;
  const words = text.split(",").map((word) => word.trim());
  const wrong = words.find((word) => !(allowed as readonly string[]).includes(word));
  if (wrong === undefined) return words as Word[];
  const detail = `"${wrong}" is not a ${parameter}; it must be one of ${allowed.join(", ")}.`;
  throw new PlatformError("invalid_parameter", detail, { errors: [{ pointer: parameter, detail }] });
}
