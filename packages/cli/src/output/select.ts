import { usage } from "../failure.ts";
import { nearest } from "../program/nearest.ts";

/** `true`: the whole document; otherwise the dotted paths to keep of it (of each of its `items`, where it is a list). */
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

/** Refuses a field that the documents of this command do not have, naming those that they have. */
export function checkSelection(selection: Selection, fields: readonly string[] | undefined): void {
  if (selection === true || fields === undefined) return;
  const unknown = selection.filter((path) => !fields.includes(path.split(".")[0]!));
  if (unknown.length === 0) return;
  const close = nearest(unknown[0]!, fields);
  throw usage(
    `There is no JSON field ${unknown.map((name) => JSON.stringify(name)).join(", ")} here.` +
      `${close === undefined ? "" : ` Did you mean ${JSON.stringify(close)}?`} There are: ${fields.join(", ")}.`,
  );
}

/** `{"items": […]}`, as the REST API and every listing of this command has it. */
function isList(value: unknown): value is { items: unknown[] } {
  if (value === null || typeof value !== "object" || !("items" in value)) return false;
  return Object.keys(value).length === 1 && Array.isArray(value.items);
}
