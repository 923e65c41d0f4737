/** Short texts by which a user groups and finds bots. */
export type Labels = Record<string, string>;

export const labelCount = 16;
export const labelCharacters = 100;
/** What the keys of labels match. */
export const labelKey = /^[a-z0-9](?:[a-z0-9._/-]{0,61}[a-z0-9])?$/;

/** Writes labels as `key=value`, separated by commas. */
export const labelsText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(", ");

/** Splits `key=value`. Returns `undefined` if the key is invalid or there is no value. */
export function splitLabel(text: string): { key: string; value: string } | undefined {
  const [, key = "", value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  return labelKey.test(key) && value !== "" ? { key, value } : undefined;
}
