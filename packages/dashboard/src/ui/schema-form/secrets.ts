import { isObject } from "../../lib/changes.ts";
import { isReference } from "./reference-input.tsx";
import { isSecret, type Schema } from "./schema.ts";

/** What the platform shows instead of a secret. Sent back, it keeps the secret. */
export const hiddenValue = "********";

/** As the platform, which also hides values whose names look like those of secrets. */
const secretName =
  /pass(word|phrase|wd)?$|pwd|secret|credential|mnemonic|(api|private|access|signing)[_-]?key|(access|auth|refresh|bearer|api|bot)[_-]?token/i;

/** Returns the value as it may be shown: with its secrets replaced. Empty texts are no secrets. */
export function hideSecrets(schema: Schema, value: unknown): unknown {
  return hide([schema], value, "");
}

function hide(schemas: Schema[], value: unknown, name: string): unknown {
  const all = schemas.flatMap((one) => [
    one,
    ...(one.oneOf ?? []),
    ...(one.anyOf ?? []),
    ...(one.allOf ?? []),
  ]);
  if (value === undefined || value === "" || value === null) return value;
  if (isReference(value) && !all.some(({ type }) => type === "object")) return value;
  const isNamed = typeof value === "string" && secretName.test(name);
  if (isNamed || all.some(isSecret)) return hiddenValue;
  if (Array.isArray(value))
    return value.map((item, at) =>
      hide(
        all.flatMap(({ items }) => (Array.isArray(items) ? (items[at] ?? []) : (items ?? []))),
        item,
        name,
      ),
    );
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      hide(
        all.flatMap(({ properties, additionalProperties: others }) => {
          if (properties && Object.hasOwn(properties, key)) return properties[key]!;
          return typeof others === "object" ? others : [];
        }),
        item,
        key,
      ),
    ]),
  );
}

/** Whether a secret that the platform keeps is in a value. */
export const holdsStoredSecret = (value: unknown): boolean =>
  JSON.stringify(value)?.includes(`"${hiddenValue}"`) ?? false;
