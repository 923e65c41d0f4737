import type { Path } from "../documents/pointer.ts";

/** What a config says instead of a value that is kept elsewhere. */
export interface SecretReference {
  secret: string;
}

/** What names of secrets match. */
export const secretNamePattern = "^[a-z0-9][a-z0-9._-]{0,62}$";
const isName = new RegExp(secretNamePattern);

/** Whether a value looks like a reference: an object with a name in `secret`, and nothing else. */
export function isSecretReference(value: unknown): value is SecretReference {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { secret, ...others } = value as { secret?: unknown };
  return typeof secret === "string" && isName.test(secret) && Object.keys(others).length === 0;
}

/** Returns a copy in which `change` has replaced what it does not return unchanged, from the outside in. */
export function replacedIn(
  value: unknown,
  change: (value: unknown, path: Path) => unknown,
  path: Path = [],
): unknown {
  const next = change(value, path);
  if (next !== value || typeof value !== "object" || value === null) return next;
  if (Array.isArray(value)) return value.map((item, index) => replacedIn(item, change, [...path, index]));
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value))
    Object.defineProperty(copy, key, {
      value: replacedIn(item, change, [...path, key]),
      ...{ configurable: true, enumerable: true, writable: true },
    });
  return copy;
}
