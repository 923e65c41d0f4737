/** Returns the known word that is most similar to `word`; `undefined` if none is similar enough. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const plain = normalise(word);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(plain.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(plain, normalise(candidate), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best ?? [...known].find((candidate) => plain.length >= 3 && normalise(candidate).startsWith(plain));
}

/** Returns `Did you mean "x"?`, or the list of known words if none is similar. */
export function suggestion(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  if (near !== undefined) return `Did you mean "${near}"?`;
  return known.length === 0 ? "Remove it." : `Use one of: ${known.join(", ")}.`;
}

/** Ignores case and separators, the most common differences: `shortPeriod` equals `short_period`. */
function normalise(word: string): string {
  return word.slice(0, 64).toLowerCase().replace(/[-_ ]/g, "");
}

/** Damerau–Levenshtein distance, at most `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, beforeLast[column - 2]! + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return Math.min(last[b.length]!, limit);
}
