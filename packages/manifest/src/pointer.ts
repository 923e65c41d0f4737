/** The keys and indexes that lead from a document's root to one of its values. */
export type Path = readonly (string | number)[];

/** JSON pointer (RFC 6901) of a path; the root is `""`. */
export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The parts of a JSON pointer, all of them as text. */
export function pathOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** True for what JSON calls an object: neither `null` nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Nesting of a JSON value: a scalar is 0, `[]` is 1. Stops counting above `limit`. */
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
