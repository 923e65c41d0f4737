import { nearest } from "@botyard/manifest/nearest";
import { usage } from "../failure.ts";

/** `true` for the whole document, or the dotted paths to keep of it, or of each of the `items` of a list. */
export type Selection = true | readonly string[];

export function select(value: unknown, selection: Selection): unknown {
  if (selection === true) return value;
  if (isList(value)) return { items: value.items.map((item) => select(item, selection)) };
  return Object.fromEntries(selection.map((path) => [path, follow(value, path.split("."))]));
}

function follow(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const step of path) {
    if (at === null || typeof at !== "object" || !Object.hasOwn(at, step)) return null;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}

/**
 * Checks that the selected fields exist.
 *
 * @throws {Failure} exit code 2 with the available fields, if one is unknown
 */
export function checkSelection(selection: Selection, fields: readonly string[] | undefined): void {
  if (selection === true || fields === undefined) return;
  const unknown = selection.filter((path) => !fields.includes(path.split(".")[0]!));
  if (unknown.length === 0) return;
  const close = nearest(unknown[0]!, fields);
  throw usage(
    `Unknown JSON field ${unknown.map((name) => JSON.stringify(name)).join(", ")}.` +
      `${close === undefined ? "" : ` Did you mean ${JSON.stringify(close)}?`} Available fields: ${fields.join(", ")}.`,
  );
}

/** True for `{"items": […]}`, the form of every list. */
function isList(value: unknown): value is { items: unknown[] } {
  if (value === null || typeof value !== "object" || !("items" in value)) return false;
  return Object.keys(value).length === 1 && Array.isArray(value.items);
}
