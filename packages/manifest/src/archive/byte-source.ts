/** Reads given numbers of bytes from a stream of chunks, with one chunk in memory at a time. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>;
  #current: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next `count` bytes in one buffer, fewer at the end of the stream. For small counts. */
  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.stream(count)) parts.push(part);
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  /** Yields the next `count` bytes in pieces, fewer at the end of the stream. */
  async *stream(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#current.length === 0 && !(await this.#fill())) return;
      const part = this.#current.subarray(0, left);
      this.#current = this.#current.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  /** Closes the stream and frees its resources. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#current = next.value;
    return true;
  }
}
