import { textOf, UnreachableError } from "./errors.ts";
import { PasswordMissingError } from "./password-file.ts";

/** Returns what keeps the platform from its server, in sentences, and what to do if the server itself says no. */
export function whyAway(error: unknown): string {
  const cause = error instanceof UnreachableError ? error.cause : error;
  const text = textOf(cause).replace(/\.$/, "");
  const { code } = (cause ?? {}) as { code?: unknown };
  if (cause instanceof PasswordMissingError) return `The database server asks for a password. ${cause.next}.`;
  if (code === "28P01")
    return `The database server refuses the password of the platform: ${text}. If it was changed, write the new one into the password file, which is read for each connection; if it is in PLATFORM_DATABASE_URL or PGPASSWORD, restart the platform with the new one.`;
  if (code === "28000")
    return `The database server refuses the user of the platform: ${text}. Check the user and pg_hba.conf.`;
  return `The database server cannot be reached: ${text}.`;
}
