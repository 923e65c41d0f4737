import { readJson } from "../json/index.ts";
import { readLine } from "./read-line.ts";

/** A metric whose line is not JSON because of a number that JSON cannot express. */
export interface UnreadableMetric {
  type: string;
  /** The last string before the number: its key, unless it is in an array. */
  key: string;
  /** The number as it is written, such as `NaN`. */
  value: string;
}

const strings = /"((?:[^"\\]|\\.)*)"?|(?<![\w.])([-+]?(?:nan|inf(?:inity)?))(?![\w.])/gis;

/** Reads a line that would be a metric if each `NaN` and `Infinity` in it, in any spelling, was `null` [MET-16]. */
export function readUnreadableMetric(text: string, read = readJson): UnreadableMetric | undefined {
  let key = "";
  let found: { key: string; value: string } | undefined;
  const corrected = text.replace(strings, (whole, string?: string, value?: string) => {
    if (value === undefined) {
      key = string ?? "";
      return whole;
    }
    found ??= { key, value };
    return "null";
  });
  if (!found) return undefined;
  const line = readLine(corrected, "stdout", read);
  return line.kind === "metric" ? { type: line.type, ...found } : undefined;
}
