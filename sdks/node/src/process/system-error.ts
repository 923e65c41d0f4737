import { builtin } from "./builtin.ts";

/**
 * Returns the name of a system error, such as `ENOSPC`, which is the same in every language [ERR-2]. A host name without
 * an address is `ENOTFOUND`, whatever error the resolver reports.
 */
export function systemErrorName(error: unknown): string {
  const { code, errno, message, syscall } = error as NodeJS.ErrnoException;
  if (syscall === "getaddrinfo") return "ENOTFOUND";
  if (code !== undefined && /^[A-Z][A-Z0-9_]*$/.test(code)) return code;
  // Node lacks some names: an exceeded quota is "Unknown system error -122".
  const { constants } = builtin("node:os");
  return Object.entries(constants.errno).find(([, number]) => number === -(errno ?? 0))?.[0] ?? message;
}
