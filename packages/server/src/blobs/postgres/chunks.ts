/** Size of the largest piece of a blob in a row. A row is read into memory as text of twice its size. */
export const chunkBytes = 256 * 1024;

/** Yields the same bytes in pieces of this size; only the last one is smaller, and there is at least one. */
export async function* inChunks(body: AsyncIterable<Buffer>, bytes = chunkBytes): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let size = 0;
  let isFirst = true;
  for await (let piece of body) {
    while (size + piece.length >= bytes) {
      const rest = bytes - size;
      yield joined([...kept, piece.subarray(0, rest)]);
      isFirst = false;
      [kept, size] = [[], 0];
      piece = piece.subarray(rest);
    }
    if (piece.length > 0) kept.push(piece);
    size += piece.length;
  }
  if (size > 0 || isFirst) yield joined(kept);
}

const joined = (pieces: Buffer[]): Buffer => (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
