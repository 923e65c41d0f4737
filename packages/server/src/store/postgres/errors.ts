/** No connection could be made: the server cannot be reached, or refuses it. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super(textOf(cause), { cause });
    this.name = "UnreachableError";
  }
}

/** What a server says of itself when it ends a connection, or when it cannot write now but perhaps soon. */
const passing = new Set([
  // Class 08: connection exceptions. 57P01 to 57P05: the server is shut down, starts, or ends the session.
  ...["57P01", "57P02", "57P03", "57P04", "57P05"],
  ...["25P03", "53300"],
  // A standby, and a server that is being promoted.
  "25006",
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
]);

/**
 * Nothing was done, and another attempt may succeed. 57014: a statement took too long. 55P03: a lock was not given. 53400: a
 * limit of the configuration. 53000 and 53200: the server lacked memory or another resource. Class 58: it met an error of its
 * system, such as one of its disk.
 */
const interrupted = /^(57014|55P03|53000|53200|53400|58...)$/;

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
};

/** Whether the server could not be reached, or the connection ended: another attempt may succeed. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  const code = codeOf(error);
  if (code.startsWith("08") || passing.has(code)) return true;
  const { message = "" } = (error ?? {}) as { message?: string };
  return /^(Connection terminated|Client has encountered a connection error)/.test(message);
}

/**
 * Whether a number of a transaction was asked for that the server has not given out: it has taken the place of another one.
 * Its snapshots do not tell, because they end at the newest transaction that is over.
 */
export const isFuture = (error: unknown): boolean =>
  codeOf(error) === "22023" && /future/.test((error as Error).message);

/** Whether the server was interrupted, so that nothing was done and another attempt may succeed. */
export const isInterrupted = (error: unknown): boolean => interrupted.test(codeOf(error));

/** Whether the server has failed by itself. Class XX: internal errors, and damaged data. */
export const isFailure = (error: unknown): boolean => codeOf(error).startsWith("XX");

/** What an error says; several addresses of one host are one error with one for each. */
export function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(textOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}

/** Whether concurrent transactions met: one of them must be repeated. */
export const isConflict = (error: unknown): boolean => ["40001", "40P01"].includes(codeOf(error));

/**
 * Whether a key exists already. A transaction that read what the other one has changed since is told this instead of a
 * conflict, and is right when it is repeated.
 */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === "23505";

/** Whether another process has become the owner of the store. */
export const isNotOwner = (error: unknown): boolean => codeOf(error) === "BY001";

/** Whether a disk of the server is full. */
export const isFull = (error: unknown): boolean => codeOf(error) === "53100";

/**
 * Whether the values are at fault: the same statement would be refused again. Class 22: data exceptions. 23502 and 23514: a
 * value that a column does not allow. 54000: one that is too large.
 */
export const isOfData = (error: unknown): boolean => /^(22|23502|23514|54000)/.test(codeOf(error));
