import type { Clock } from "../clock.ts";
import { onceMade } from "../errors/in-doubt.ts";
import { PlatformError } from "../errors/platform-error.ts";
import { frozen } from "../model/frozen.ts";
import { present } from "../model/present.ts";
import type { KeyRow, Once, ServiceStore } from "../store/index.ts";
import { type Caller, type Scope, scopes } from "../users/caller.ts";
import type { Revocations } from "../users/revocations.ts";
import { hashSecret, makeKey, parseKey, secretMatches } from "./key.ts";

export interface KeyInfo {
  id: string;
  owner_id: string;
  name: string;
  scopes: Scope[];
  created_at: string;
  expires_at?: string;
  last_used_at?: string;
}

type KeyOfUser = NonNullable<Awaited<ReturnType<ServiceStore["keyById"]>>>;

interface KnownKey {
  row: KeyOfUser;
  caller: Caller;
}

/** Minimum time between two updates of a key's "last used". */
const touchEveryMs = 60_000;
const knownAtMost = 10_000;

/** Creates, checks and revokes the users' API keys. */
export class Keys {
  readonly #store: ServiceStore;
  readonly #clock: Clock;
  readonly #known = new Map<string, KnownKey>();
  readonly #touched = new Map<string, number>();
  readonly #revocations: Revocations;

  constructor(store: ServiceStore, clock: Clock, revocations: Revocations) {
    this.#store = store;
    this.#clock = clock;
    this.#revocations = revocations;
    revocations.onAny(({ kind, id }) => {
      if (kind === "key") this.#known.delete(id);
      if (kind === "user") this.#known.clear();
    });
  }

  /**
   * Returns the caller that a key belongs to; `undefined` if the key is malformed, unknown, wrong, expired or revoked, or
   * its user is disabled.
   */
  async authenticate(text: string): Promise<Caller | undefined> {
    const key = parseKey(text);
    if (!key) return undefined;
    const remembered = this.#known.get(key.id);
    const known = remembered ?? (await this.#find(key.id));
    if (!secretMatches(key.secret, known?.row.hash) || !known) {
      // The response time must not reveal whether the id exists.
      if (remembered) await this.#store.keyById(key.id);
      return undefined;
    }
    const { row, caller } = known;
    const now = this.#clock.now();
    if (row.revoked_at !== null || row.disabled_at !== null) return undefined;
    if (row.expires_at !== null && row.expires_at <= now.toISOString()) return undefined;
    await this.#touch(row.id, now);
    return caller;
  }

  /**
   * Creates a key. `text` is the key itself, which is not stored.
   *
   * @param more.before receives the key before it is stored
   * @param more.beyondQuota whether the user may have too many
   * @throws {PlatformError} `quota_exceeded`
   */
  async create(
    ownerId: string,
    wanted: { name: string; scopes: readonly Scope[]; expires_at?: string | undefined },
    {
      before,
      ...options
    }: { before?: (text: string) => Promise<void>; beyondQuota?: boolean; once?: Once | undefined } = {},
  ): Promise<KeyInfo & { text: string }> {
    const { id, secret, text } = makeKey();
    const row = {
      id,
      owner_id: ownerId,
      name: wanted.name,
      scopes: JSON.stringify(scopes.filter((scope) => wanted.scopes.includes(scope))),
      hash: hashSecret(secret),
      created_at: this.#clock.now().toISOString(),
      expires_at: wanted.expires_at ?? null,
      revoked_at: null,
      last_used_at: null,
    };
    await before?.(text);
    await this.#store.insertKey(row, options);
    return { ...infoOf(row), text };
  }

  /** Returns a key, even if it is revoked or expired. */
  async find(id: string): Promise<KeyInfo | undefined> {
    const found = await this.#store.keyById(id);
    if (!found) return undefined;
    const { user_name, role, disabled_at, ...row } = found;
    return infoOf(row);
  }

  /** Lists the keys of a user, or of all users. */
  async list(ownerId: string | undefined, page: Parameters<ServiceStore["listKeys"]>[1]): Promise<KeyInfo[]> {
    return (await this.#store.listKeys(ownerId, page)).map(infoOf);
  }

  /** Whether this user has a valid admin key. */
  async holdsAdminKey(ownerId: string): Promise<boolean> {
    const keys = await this.#store.keysInForce(ownerId, this.#clock.now().toISOString());
    return keys.some((key) => infoOf(key).scopes.includes("admin"));
  }

  /**
   * Revokes a key of a user, or of any user. It is invalid once this resolves, and what it had opened ends.
   *
   * @throws {PlatformError} `api_key_not_found`
   */
  async revoke(ownerId: string | undefined, id: string): Promise<void> {
    const revoked = () => this.#revocations.announce({ kind: "key", id });
    const isRevoked = this.#store.revokeKey(ownerId, id, this.#clock.now().toISOString()).catch((error) => {
      onceMade(error, revoked);
      throw error;
    });
    if (!(await isRevoked)) {
      throw new PlatformError("api_key_not_found");
    }
    revoked();
  }

  async #find(id: string): Promise<KnownKey | undefined> {
    const before = this.#revocations.count;
    const row = await this.#store.keyById(id);
    if (!row) return undefined;
    const known = { row, caller: callerOf(row) };
    if (row.revoked_at !== null || before !== this.#revocations.count) return known;
    if (this.#known.size >= knownAtMost) this.#known.clear();
    this.#known.set(id, known);
    return known;
  }

  async #touch(id: string, now: Date): Promise<void> {
    if (now.getTime() - (this.#touched.get(id) ?? Number.NEGATIVE_INFINITY) < touchEveryMs) return;
    if (this.#touched.size >= knownAtMost) this.#touched.clear();
    this.#touched.set(id, now.getTime());
    // On a full disk a valid key must still allow reading.
    await this.#store.touchKey(id, now.toISOString()).catch(() => undefined);
  }
}

/** All requests with a key have the same caller, which is therefore frozen. */
function callerOf(row: KeyOfUser): Caller {
  const expiry = row.expires_at === null ? {} : { expires_at: row.expires_at };
  return frozen({
    user_id: row.owner_id,
    user_name: row.user_name,
    role: row.role,
    signed_in_by: "api_key",
    key: { id: row.id, name: row.name, scopes: JSON.parse(row.scopes) as Scope[], ...expiry },
  });
}

function infoOf({ hash, revoked_at, ...row }: KeyRow): KeyInfo {
  return { ...present(row), scopes: JSON.parse(row.scopes) as Scope[] };
}
