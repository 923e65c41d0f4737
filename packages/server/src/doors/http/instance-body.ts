import { readJson } from "@botyard/core";
import { longConfigNumbers } from "@botyard/manifest";
import { PlatformError } from "../../errors/platform-error.ts";

/**
 * Parses an instance configuration or a change to one.
 *
 * @throws {PlatformError} `validation_failed` if a number in `config` would be rounded
 * @throws {JsonSyntaxError} if the text is not valid JSON
 */
export function readInstanceBody(text: string): unknown {
  const value = readJson(text);
  const errors = longConfigNumbers(text).map(({ code, pointer, message, next }) => ({
    ...{ code, pointer, detail: message, next },
  }));
  if (errors.length === 0) return value;
  const detail = errors.length === 1 ? errors[0]!.detail : `${errors.length} problems were found.`;
  throw new PlatformError("validation_failed", detail, { errors });
}
