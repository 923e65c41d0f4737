import type { ErrorCode } from "../errors/error-table.ts";
import { PlatformError } from "../errors/platform-error.ts";
import { type Settings, variables } from "./settings.ts";

interface Quota {
  setting: keyof Settings & `user${string}`;
  /** What is counted, after the number 1. */
  one: string;
  /** After other numbers. */
  of: string;
  /** What a user can do to have less of it. */
  free: string;
  /** The code of a refusal; default: `quota_exceeded`. */
  code?: ErrorCode;
}

/**
 * What one user may have, or do at the same time. Checks, refusals, documents and overviews are maps over this table, and
 * tests compare docs/reference/limits.md with it.
 */
export const quotas = {
  bots: { setting: "userBots", one: "bot", of: "bots", free: "Delete a bot" },
  /** Realtime bots that should run or whose process has not ended, and runs that have not ended. */
  processes: {
    setting: "userProcesses",
    one: "realtime bot that runs or should run or run that has not ended",
    of: "realtime bots that run or should run and runs that have not ended",
    free: "Stop a bot and wait until it has stopped, or wait for the end of a run",
  },
  /** As measured last. */
  disk_bytes: {
    setting: "userDiskBytes",
    one: "byte of files of bots",
    of: "bytes of files of bots",
    free: "Delete bots, or keys of their state",
  },
  /** Those that are not deleted. */
  versions: {
    setting: "userVersions",
    one: "version of a custom bot",
    of: "versions of custom bots",
    free: "Delete versions that no bot uses",
  },
  /** What the files of these versions use on the disk, each content once. */
  package_bytes: {
    setting: "userPackageBytes",
    one: "byte of packages",
    of: "bytes of packages",
    free: "Delete versions that no bot uses",
  },
  /** Keys that are neither revoked nor expired. */
  keys: { setting: "userKeys", one: "API key", of: "API keys", free: "Revoke a key" },
  secrets: { setting: "userSecrets", one: "secret", of: "secrets", free: "Delete a secret" },
  streams: {
    setting: "userStreams",
    one: "open stream",
    of: "open streams",
    free: "Close a stream",
    code: "too_many_streams",
  },
  /** In progress or waiting, over all bots. */
  queries: {
    setting: "userQueries",
    one: "query in progress",
    of: "queries in progress",
    free: "Wait for the answers",
    code: "too_many_queries",
  },
} as const satisfies Record<string, Quota>;

export type QuotaName = keyof typeof quotas;
export const quotaNames = Object.keys(quotas) as QuotaName[];

/** The quotas of what is stored; the others count what is open. */
export const storedQuotas = [
  "bots",
  "processes",
  "disk_bytes",
  "versions",
  "package_bytes",
  "keys",
  "secrets",
] as const satisfies readonly QuotaName[];
export type StoredQuota = (typeof storedQuotas)[number];

/** The most that one user may have of each. */
export type QuotaLimits = Record<QuotaName, number>;

export function quotaLimitsIn(settings: Settings): QuotaLimits {
  return Object.fromEntries(quotaNames.map((name) => [name, settings[quotas[name].setting]])) as QuotaLimits;
}

/** The environment variable with which the operator sets a quota. */
export function variableOf(name: QuotaName): string {
  return variables.find(({ setting }) => setting === quotas[name].setting)!.variable;
}

/**
 * Refuses what would exceed a quota.
 *
 * @param more how much more is wanted
 * @throws {PlatformError} `quota_exceeded`, or the code of the quota
 */
export function requireRoom(
  name: QuotaName,
  { used, more, limit }: { used: number; more: number; limit: number },
) {
  if (used + more <= limit) return;
  const { code = "quota_exceeded" }: Quota = quotas[name];
  throw new PlatformError(code, refusalOf(name, { used, more, limit }), {
    quota: { name, used, limit, setting: variableOf(name) },
    ...(code !== "quota_exceeded" && { headers: { "retry-after": "5" } }),
  });
}

function refusalOf(name: QuotaName, { used, more, limit }: { used: number; more: number; limit: number }) {
  const { one, of, free } = quotas[name];
  const raise = `ask the operator of the platform to raise ${variableOf(name)}`;
  // Nothing that the user could do makes room.
  if (limit === 0) return `A user may have no ${of} on this platform. To change this, ${raise}.`;
  const wanted = more > 1 ? `; ${more} more are needed` : "";
  return `A user may have ${limit} ${limit === 1 ? one : of}, and this one has ${used}${wanted}. ${free}, or ${raise}.`;
}
