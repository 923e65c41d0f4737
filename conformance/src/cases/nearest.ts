// Not the function of `@botyard/manifest`: the suite uses no code that it tests.
/** Returns `did you mean x?` if a known name is similar to the wrong one, otherwise a list of the known names. */
export function suggestion(wrong: string, known: Iterable<string>): string {
  const names = [...known];
  const ranked = names
    .map((name) => ({ name, distance: distance(wrong.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  const best = ranked[0];
  if (best && best.distance <= Math.max(2, Math.floor(wrong.length / 3))) return `did you mean ${best.name}?`;
  return names.length > 30
    ? `the nearest known name is ${best?.name}`
    : `known names are ${[...names].sort().join(", ")}`;
}

/** Counts the edits (insert, delete, replace, swap of neighbours) between two words. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, before[j - 2]! + 1);
      }
      row.push(best);
    }
    before = above;
    above = row;
  }
  return above[b.length]!;
}
