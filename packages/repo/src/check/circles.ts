/** Files by what they import, as paths from the root. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns every set of files that import each other, by Tarjan's algorithm. */
export function findCircles(imports: Imports): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  /** The earliest file on the path that can be reached from a file. */
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const visit = (file: string): number => {
    const at = order.size;
    order.set(file, at);
    lowest.set(file, at);
    path.push(file);
    for (const next of imports.get(file) ?? []) {
      const reached = order.has(next) ? (path.includes(next) ? order.get(next)! : at) : visit(next);
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === at) {
      const members = path.splice(path.indexOf(file));
      if (members.length > 1 || imports.get(file)?.includes(file)) circles.push(members);
    }
    return lowest.get(file)!;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** Returns the shortest way from the first file of a circle through others of it back to itself. */
export function wayAround(imports: Imports, circle: readonly string[]): string[] {
  const [start] = circle as [string];
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways)
    for (const next of imports.get(way.at(-1)!) ?? []) {
      if (next === start) return [...way, start];
      if (!circle.includes(next) || seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  return [...circle];
}
