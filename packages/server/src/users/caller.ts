import { PlatformError } from "../errors/platform-error.ts";
import type { Actor, Role } from "../model/model.ts";

/** From the weakest to the strongest; each includes those before it. */
export const scopes = ["read", "deploy", "admin"] as const;
export type Scope = (typeof scopes)[number];

/** The user that a request comes from, and what the request was signed with. */
export interface Caller {
  user_id: string;
  user_name: string;
  role: Role;
  signed_in_by: "api_key" | "session";
  /** The API key, or the browser session, which has scopes like a key. */
  key: { id: string; name: string; scopes: Scope[]; expires_at?: string };
  /** The API key that the session was opened with; the session ends with it. */
  opened_with?: string;
}

/** Whether some scope of the caller's key includes `needed`. */
export function hasScope({ key }: Caller, needed: Scope): boolean {
  return Math.max(...key.scopes.map((scope) => scopes.indexOf(scope))) >= scopes.indexOf(needed);
}

/** Whether the caller may act for other users: its role is `admin`, and its key has the scope `admin`. */
export function administers(caller: Caller): boolean {
  return caller.role === "admin" && hasScope(caller, "admin");
}

/** @throws {PlatformError} `insufficient_scope` if the key does not have the scope */
export function requireScope(caller: Caller, needed: Scope): void {
  if (hasScope(caller, needed)) return;
  throw new PlatformError(
    "insufficient_scope",
    `This request requires the scope "${needed}"; the ${caller.signed_in_by === "session" ? "session" : `API key ${caller.key.id}`} has ${caller.key.scopes.join(", ")}.`,
  );
}

/** @throws {PlatformError} `admin_required` if the user is no admin */
export function requireRole({ user_name, role }: Caller): void {
  if (role === "admin") return;
  throw new PlatformError(
    "admin_required",
    `Only an admin may do this, and the user "${user_name}" has the role "${role}".`,
  );
}

/** Returns the names of the caller, as they are recorded with what it changes. */
export function actorOf({ user_name, signed_in_by, key }: Caller): Actor {
  return { user_name, signed_in_by, ...(signed_in_by === "api_key" && { key_name: key.name }) };
}
