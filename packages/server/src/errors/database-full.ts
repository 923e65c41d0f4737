/** A database server has no space left. */
export class DatabaseFullError extends Error {
  /** As of a full disk of this machine: nothing was stored, and it can be tried again. */
  readonly code = "ENOSPC";

  /** @param why what the server says */
  constructor(why: string, cause: unknown) {
    super(
      `The database server has no space left: ${why.replace(/\.$/, "")}. Free space on the machine of the server.`,
      { cause },
    );
    this.name = "DatabaseFullError";
  }
}
