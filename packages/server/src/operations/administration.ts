import { requireRole, requireScope } from "../users/caller.ts";
import type { Call } from "./operation.ts";
import type { Parts } from "./parts.ts";

/** Value of the parameter `user` for the things of all users. No user can have this name. */
export const allUsers = "all";

/**
 * Requires a caller that may act for other users. Says the same for every parameter, so that it tells nothing about other
 * users.
 *
 * @throws {PlatformError} `admin_required` if the user is no admin, `insufficient_scope` if only the scope is missing
 */
export function requireAdmin({ administers, caller }: Call): void {
  if (administers) return;
  requireRole(caller);
  requireScope(caller, "admin");
}

/**
 * Returns the user whose things a list shows: the caller by default, `undefined` for all users.
 *
 * @throws {PlatformError} `admin_required`, `insufficient_scope`, `user_not_found`
 */
export async function ownerOf(
  { users }: Parts,
  call: Call,
  user: string | undefined,
): Promise<string | undefined> {
  if (user === undefined || user === call.caller.user_name) return call.caller.user_id;
  requireAdmin(call);
  return user === allUsers ? undefined : (await users.named(user)).id;
}
