/** Keys and indexes from a document's root to a value. */
export type Path = readonly (string | number)[];

/** Returns the JSON pointer (RFC 6901) of a path; the root is `""`. */
export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Returns the parts of a JSON pointer, all as strings. */
export function pathOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns true for a JSON object: neither `null` nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the nesting depth of a JSON value: 0 for a scalar, 1 for `[]`. Stops counting above `limit`. */
export function depthOf(value: unknown, limit: number): number {
  let depth = 0;
  let level: unknown[] = [value];
  while (depth <= limit) {
    const next: unknown[] = [];
    let nested = false;
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      nested = true;
      for (const child of Object.values(item)) next.push(child);
    }
    if (!nested) break;
    depth++;
    level = next;
  }
  return depth;
}
