/** Returns the known word that is most similar; `undefined` if none is similar enough. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: { word: string; distance: number } | undefined;
  for (const each of known) {
    const distance = each.startsWith(word) && word.length > 1 ? 1 : editDistance(word, each);
    if (distance <= Math.max(1, Math.floor(each.length * 0.4)) && (!best || distance < best.distance)) {
      best = { word: each, distance };
    }
  }
  return best?.word;
}

/** Returns the number of insertions, deletions, substitutions and transpositions from `a` to `b`. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const above = rows[i - 1]!;
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, rows[i - 2]![j - 2]! + 1);
      row.push(cost);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
