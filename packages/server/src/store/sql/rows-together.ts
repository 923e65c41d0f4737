/** How many rows one statement has. Few numbers, because each makes another statement, and statements are kept prepared. */
const sizes = [100, 10, 1];

/** Divides rows into groups that one statement each writes. */
export function together<Row>(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  for (let at = 0; at < rows.length; ) {
    const size = sizes.find((one) => one <= rows.length - at)!;
    groups.push(rows.slice(at, at + size));
    at += size;
  }
  return groups;
}
