/**
 * Frees the memory of a piece of a stream that nothing needs any more. The garbage collector would let 64 MB and more
 * accumulate.
 */
export function freePiece({ buffer, length }: Buffer): void {
  // Otherwise the piece shares its memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}
