/** Decodes at most `most` bytes of UTF-8, without cutting within a character. */
export function cutText(bytes: Buffer, most: number): string {
  let end = Math.min(bytes.length, most);
  // Continuation bytes begin with binary 10; there are at most three.
  while (end > most - 3 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}
