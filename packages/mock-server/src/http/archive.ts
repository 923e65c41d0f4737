import { Readable } from "node:stream";

/** An uploaded archive, whose bytes are in memory. */
export class Archive extends Readable {
  readonly bytes: number;
  #content: Uint8Array | null;

  constructor(content: Uint8Array) {
    super();
    this.bytes = content.length;
    this.#content = content;
  }

  override _read(): void {
    if (this.#content && this.#content.length > 0) this.push(this.#content);
    this.#content = null;
    this.push(null);
  }
}
