import type { ApiError, AuthStatus } from "@botyard/client/browser";
import { computed, signal } from "@preact/signals";

/** Who is signed in; unknown until the first answer. */
export const caller = signal<AuthStatus | undefined>(undefined);

/** Whether the session may change bots; otherwise the platform refuses it. */
export const canDeploy = computed(() => caller.value?.key.scopes.some((scope) => scope !== "read") ?? false);
/** Whether the session may manage keys. */
export const canAdmin = computed(() => caller.value?.key.scopes.includes("admin") ?? false);

/** Whether the caller may act for other users: an admin whose session has the scope. */
export const administers = computed(() => caller.value?.role === "admin" && canAdmin.value);

/** Whether a bot is the caller's. An admin sees, stops and deletes the bots of others, and does nothing else with them. */
export const isOwn = ({ owner }: { owner?: string }): boolean =>
  owner === undefined || owner === caller.value?.user_name;

/** Whether the session may change a bot, or what belongs to it. */
export const mayChange = (bot: { owner?: string }): boolean => canDeploy.value && isOwn(bot);

let isLeaving = false;

/** Waits for the answer to a sign-out: requests that are refused meanwhile lead nowhere. */
export function beginSignOut(): void {
  isLeaving = true;
}

/** Leads to the sign-in page, and from there back to this view. */
export function signInAgain(): void {
  // Several requests are refused at the same time.
  if (isLeaving) return;
  isLeaving = true;
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Whether an error means that nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return (error as Partial<ApiError> | undefined)?.status === 401;
}
