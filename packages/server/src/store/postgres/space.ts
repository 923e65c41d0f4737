/** Whether the server has lately had no space for a write. */
export class Space {
  #isLow = false;

  get isLow(): boolean {
    return this.#isLow;
  }

  /** Call after each commit. */
  sufficed(): void {
    this.#isLow = false;
  }

  /** Call when a write was refused because a disk of the server is full. */
  lacked(): void {
    this.#isLow = true;
  }
}
