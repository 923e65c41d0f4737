import { PlatformError } from "../../errors/platform-error.ts";

/** Content type of HTML forms and of the requests of OAuth. */
export const formType = "application/x-www-form-urlencoded";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a form as strictly as other bodies: encoded as UTF-8, with complete escapes, and no field twice.
 *
 * @throws {PlatformError} `invalid_parameter`
 */
export function readForm(sent: Uint8Array): Record<string, string> {
  const fields = new Map<string, string>();
  for (const pair of decoded(sent).split("&")) {
    if (pair === "") continue;
    const [name, ...value] = pair.split("=");
    const key = unescaped(name!);
    if (fields.has(key)) {
      const shown = key.slice(0, 80);
      const detail = `The form has the field ${JSON.stringify(shown)} twice.`;
      const errors = [{ pointer: shown, detail, next: "Remove one of the two." }];
      throw new PlatformError("invalid_parameter", detail, { errors });
    }
    fields.set(key, unescaped(value.join("=")));
  }
  return Object.fromEntries(fields);
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new PlatformError("invalid_parameter", "The form is not UTF-8.");
  }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new PlatformError("invalid_parameter", "The form has an escape that is not UTF-8.");
  }
}
