import type { Names } from "./names.ts";

/** Returns the headers of a request with a key, those of the runner replaced by `own`. */
export function keyHeaders(
  names: Names,
  key: string | null,
  own: Record<string, string | null>,
  given: Record<string, string> = {},
): Record<string, string> {
  const all: Record<string, string | null> = {
    ...(key === null ? {} : { authorization: `ApiKey ${names.text(`key.${key}`)}` }),
    ...given,
  };
  for (const [name, value] of Object.entries(own)) all[name.toLowerCase()] = value;
  return Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null));
}
