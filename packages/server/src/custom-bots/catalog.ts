import { type BotConfig, type BotSchema, compareVersions, resolveVersion } from "@botyard/manifest";
import { PlatformError } from "../errors/platform-error.ts";
import type { ServiceStore, VersionRow } from "../store/index.ts";

/** One version of a custom bot, as uploaded. */
export interface Package {
  name: string;
  version: string;
  config: BotConfig;
  schema: BotSchema;
  /** bot-schema.json as its author wrote it. */
  schema_text: string;
  readme?: string;
  sha256: string;
  content_sha256: string;
  bytes: number;
  created_at: string;
}

export interface CatalogEntry {
  latest: Package;
  created_at: string;
  updated_at: string;
}

const keptAtMost = 200;

/** The custom bots of all users. A version never changes, so versions are cached. */
export class Catalog {
  readonly #store: ServiceStore;
  readonly #kept = new Map<string, Package>();

  constructor(store: ServiceStore) {
    this.#store = store;
  }

  /** Returns an exact version; `undefined` if the user does not have it. */
  async exact(ownerId: string, name: string, version: string): Promise<Package | undefined> {
    const key = JSON.stringify([ownerId, name, version]);
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const row = await this.#store.findVersion(ownerId, name, version);
    if (!row || row.deleted_at !== null) return undefined;
    if (this.#kept.size >= keptAtMost) this.#kept.clear();
    const found = packageOf(row);
    this.#kept.set(key, found);
    return found;
  }

  /** Forgets a version that was deleted. */
  forget(ownerId: string, name: string, version: string): void {
    this.#kept.delete(JSON.stringify([ownerId, name, version]));
  }

  /**
   * Resolves an exact version, a range or `latest`. Without one, returns the latest stable version or, if there is
   * none, the newest.
   * @throws {PlatformError} `custom_bot_not_found` if no version matches
   */
  async resolve(ownerId: string, name: string, spec?: string): Promise<Package> {
    const versions = await this.versions(ownerId, name);
    const version = spec === undefined ? latestOf(versions) : resolveVersion(spec, versions);
    const found = version === undefined ? undefined : await this.exact(ownerId, name, version);
    if (found) return found;
    throw new PlatformError(
      "custom_bot_not_found",
      `Custom bot not found: "${name}" has no version that matches "${spec}". Its versions are ${versions.join(", ")}.`,
    );
  }

  /**
   * Returns all versions, newest first.
   * @throws {PlatformError} `custom_bot_not_found`
   */
  async versions(ownerId: string, name: string): Promise<string[]> {
    const rows = await this.#store.versionsOf(ownerId, name);
    if (rows.length === 0) throw new PlatformError("custom_bot_not_found");
    return rows.map((row) => row.version).sort((a, b) => compareVersions(b, a));
  }

  /** Returns a page of a user's custom bots, sorted by name, each with its latest version. */
  async list(ownerId: string, page: { after?: string | undefined; limit: number }): Promise<CatalogEntry[]> {
    const entries: CatalogEntry[] = [];
    for (const { name, versions } of await this.#store.listCustomBots(ownerId, page)) {
      const numbers = versions.map((v) => v.version).sort((a, b) => compareVersions(b, a));
      const latest = await this.exact(ownerId, name, latestOf(numbers));
      if (!latest) continue;
      entries.push({ latest, created_at: versions[0]!.createdAt, updated_at: versions.at(-1)!.createdAt });
    }
    return entries;
  }
}

function latestOf(newestFirst: string[]): string {
  return resolveVersion("latest", newestFirst) ?? newestFirst[0]!;
}

export function packageOf(row: VersionRow): Package {
  return {
    name: row.name,
    version: row.version,
    config: JSON.parse(row.config) as BotConfig,
    schema: JSON.parse(row.schema) as BotSchema,
    schema_text: row.schema,
    ...(row.readme !== null && { readme: row.readme }),
    sha256: row.sha256,
    content_sha256: row.content_sha256,
    bytes: row.bytes,
    created_at: row.created_at,
  };
}
