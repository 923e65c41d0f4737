/** Names of the format of platform cases. See docs/reference/platform-cases.md. */

/** What a platform may lack, and what the cases that need it do. */
export const platformCapabilities = new Set([
  "bots",
  "cli",
  "mcp",
  "programs",
  "rate-limits",
  "schedules",
  "settings",
  "sign-in",
  "stream",
  "two-users",
  "sdk-cpp",
  "sdk-csharp",
  "sdk-haskell",
  "sdk-node",
  "sdk-python",
  "sdk-rust",
  "sdk-scala",
]);

/** Users that all cases share; a case must not depend on what else they have. */
export const sharedUsers = ["alice", "bob"];

/** Scopes of the keys that each user has: `alice`, `alice.read`, `alice.admin`. */
export const keyScopes: Record<string, string[]> = {
  "": ["read", "deploy"],
  read: ["read"],
  admin: ["read", "deploy", "admin"],
};

export const methods = ["get", "post", "patch", "put", "delete", "head", "options", "trace"];

export const bodies = ["json", "text", "bytes", "archive", "members", "list", "contents"];
