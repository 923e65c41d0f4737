import type { Clock } from "../clock.ts";
import { PlatformError } from "../errors/platform-error.ts";
import type { Keys } from "../keys/keys.ts";
import type { DeviceRow, Once, ServiceStore } from "../store/index.ts";
import type { Scope } from "./caller.ts";
import { hashToken, hashUserCode, makeToken, makeUserCode } from "./tokens.ts";

const lifeSeconds = 10 * 60;
const intervalSeconds = 5;
/** How long an expired sign-in is kept, so that its device is told that it has expired. */
const keptSeconds = 60 * 60;
/** Sign-ins that may be pending at the same time: of one source, of one network, and of all. */
export const pendingAtMost = { source: 50, network: 200, all: 1_000 };

/** What a device asks for, and where it is. */
export interface Begun {
  client: string;
  scopes: readonly Scope[];
  source: string;
  network: string;
}

/** What a device asks for. */
export interface Wanted {
  client: string;
  scopes: Scope[];
  created_at: string;
  expires_at: string;
}

/**
 * Sign-ins of programs without a browser (RFC 8628): the program shows a code, a signed-in user approves it, and the
 * program gets an API key of that user. Codes are stored as hashes.
 */
export class DeviceSignIns {
  readonly #store: ServiceStore;
  readonly #clock: Clock;
  readonly #keys: Keys;

  constructor(store: ServiceStore, clock: Clock, keys: Keys) {
    this.#store = store;
    this.#clock = clock;
    this.#keys = keys;
  }

  /** Begins a sign-in. If too many are pending, it takes the place of an older one, of the same source if possible. */
  async begin({ client, scopes, source, network }: Begun) {
    const now = this.#clock.now();
    const from = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
    const { text, hash } = makeToken();
    const userCode = makeUserCode();
    const row: DeviceRow = {
      device_hash: hash,
      user_code_hash: hashUserCode(userCode),
      client,
      scopes: JSON.stringify(scopes),
      status: "pending",
      user_id: null,
      created_at: now.toISOString(),
      expires_at: from(lifeSeconds),
      polled_at: null,
      interval_seconds: intervalSeconds,
      source,
      network,
    };
    await this.#store.insertDevice(row, pendingAtMost, from(-keptSeconds));
    return { device_code: text, user_code: userCode, expires_in: lifeSeconds, interval: intervalSeconds };
  }

  /** @throws {PlatformError} `user_code_not_found` if the code is unknown, expired or decided */
  async find(userCode: string): Promise<Wanted> {
    const row = await this.#store.pendingDevice(hashUserCode(userCode), this.#clock.now().toISOString());
    if (!row) throw new PlatformError("user_code_not_found");
    return wanted(row);
  }

  /** @throws {PlatformError} `user_code_not_found` */
  async decide(
    userCode: string,
    userId: string,
    status: "approved" | "denied",
    once?: Once,
  ): Promise<Wanted> {
    const now = this.#clock.now().toISOString();
    const decision = { status, user_id: userId };
    const row = await this.#store.decideDevice(hashUserCode(userCode), decision, now, once);
    if (!row) throw new PlatformError("user_code_not_found");
    return wanted(row);
  }

  /**
   * Returns a new key for the device, once its sign-in is approved.
   *
   * @throws {PlatformError} `authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `invalid_grant`
   */
  async collect(deviceCode: string): Promise<{ id: string; scopes: Scope[]; key: string; userId: string }> {
    const hash = hashToken(deviceCode);
    const row = await this.#store.deviceByHash(hash);
    const now = this.#clock.now();
    if (!row) throw new PlatformError("invalid_grant");
    if (row.expires_at <= now.toISOString()) throw new PlatformError("expired_token");
    if (row.status === "pending") {
      const early =
        row.polled_at !== null &&
        now.getTime() - Date.parse(row.polled_at) < row.interval_seconds * 1000 - toleranceMs;
      const interval = row.interval_seconds + (early ? 5 : 0);
      await this.#store.touchDevice(hash, { polled_at: now.toISOString(), interval_seconds: interval });
      throw new PlatformError(early ? "slow_down" : "authorization_pending");
    }
    const taken = await this.#store.takeDevice(hash);
    if (!taken) throw new PlatformError("invalid_grant");
    if (taken.status !== "approved" || taken.user_id === null) throw new PlatformError("access_denied");
    const { client: name, user_id: userId } = taken;
    const { id, scopes, text } = await this.#keys.create(userId, { name, scopes: wanted(taken).scopes });
    return { id, scopes, key: text, userId };
  }
}

/** A poll may arrive a little earlier after the one before than it was sent. */
const toleranceMs = 500;

export function wanted({
  client,
  scopes,
  created_at,
  expires_at,
}: Omit<Wanted, "scopes"> & { scopes: string }): Wanted {
  return { client, scopes: JSON.parse(scopes) as Scope[], created_at, expires_at };
}
