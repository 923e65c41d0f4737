/** New data is refused because the disk is nearly full. */
export class DiskLowError extends Error {
  readonly code = "ENOSPC";
  constructor() {
    super("The disk is nearly full; the remaining space is reserved for stopping and deleting bots.");
    this.name = "DiskLowError";
  }
}
