import { PlatformError } from "../errors.ts";

/** Reads a comma-separated parameter, every part one of `allowed`. */
export function readList<Word extends string>(
  parameter: string,
  text: string | undefined,
  allowed: readonly Word[],
): Word[] | undefined {
  if (text === undefined) return undefined;
  const words = text.split(",").map((word) => word.trim());
  const wrong = words.find((word) => !(allowed as readonly string[]).includes(word));
  if (wrong === undefined) return words as Word[];
  const detail = `"${wrong}" is not a ${parameter}; there are ${allowed.join(", ")}.`;
  throw new PlatformError("invalid_parameter", detail, { errors: [{ pointer: parameter, detail }] });
}
