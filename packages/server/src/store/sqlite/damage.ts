/** Whether SQLite reports that a file is not a valid database. */
export function isDamage(error: unknown): error is Error {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^SQLITE_(NOTADB|CORRUPT)/.test(code);
}
