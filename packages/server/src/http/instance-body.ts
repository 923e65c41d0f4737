import { readJson } from "@botyard/core";
import { longConfigNumbers } from "@botyard/manifest";
import { PlatformError } from "../errors.ts";

/** The JSON of an instance configuration, or of a change to one. Throws `validation_failed` for numbers it would round. */
export function readInstanceBody(text: string): unknown {
  const value = readJson(text);
  const errors = longConfigNumbers(text).map(({ code, pointer, message, next }) => ({
    ...{ code, pointer, detail: message, next },
  }));
  if (errors.length === 0) return value;
  const detail = errors.length === 1 ? errors[0]!.detail : `${errors.length} things are not valid.`;
  throw new PlatformError("validation_failed", detail, { errors });
}
