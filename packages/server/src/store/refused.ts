/** A record is refused for its values, and would be at every attempt. */
export class RecordRefusedError extends Error {
  readonly code = "record_refused";

  /** @param cause what the database says */
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "RecordRefusedError";
  }
}

/** Runs work that throws the error which it is given, once it has done what is to be undone. */
export async function rolledBack(work: (undo: Error) => Promise<unknown>): Promise<void> {
  const undo = new Error("Rolled back.");
  await work(undo).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
}
