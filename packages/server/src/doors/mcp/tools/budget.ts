/** Largest result of a tool, in bytes of compact JSON: about 10,000 tokens. */
export const resultBytes = 40_000;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Returns the first rows that fit, with separators, into a number of bytes. */
export function fitting<Row>(rows: readonly Row[], bytes: number): Row[] {
  let left = bytes;
  const end = rows.findIndex((row) => {
    left -= bytesOf(row) + 1;
    return left < 0;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
}

/** Cuts a text that is longer than `most` characters, and says how much is missing. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // Not between the halves of a surrogate pair.
  const end = text.codePointAt(most - 1)! > 0xffff ? most - 1 : most;
  return `${text.slice(0, end)}...[+${text.length - end} chars]`;
}
