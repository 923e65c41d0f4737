import { builtin } from "./builtin.ts";

/**
 * The bare name of what the system refused with, such as `ENOSPC`: the only wording that is the same in every language
 * [ERR-2]. A host name without an address is `ENOTFOUND`, whatever the resolver said.
 */
export function systemErrorName(error: unknown): string {
  const { code, errno, message, syscall } = error as NodeJS.ErrnoException;
  if (syscall === "getaddrinfo") return "ENOTFOUND";
  if (code !== undefined && /^[A-Z][A-Z0-9_]*$/.test(code)) return code;
  // Node knows fewer names than the system: a full quota is an "Unknown system error -122" to it.
  const { constants } = builtin("node:os");
  return Object.entries(constants.errno).find(([, number]) => number === -(errno ?? 0))?.[0] ?? message;
}
