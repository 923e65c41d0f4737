/** A request with an Idempotency-Key, which must have its effect only once. */
export interface Once {
  ownerId: string;
  key: string;
  method: string;
  path: string;
  requestHash: string;
  at: string;
}

/**
 * What a request with an Idempotency-Key has made or changed, stored in the transaction that did so. From it, the answer
 * can be made again if the platform died before it was stored.
 */
export type Effect =
  | { bot: string; changed?: true }
  | { run: string }
  | { api_key: string }
  | { user: string }
  /** Of one bot, of all bots of a user, or of all. */
  | { network: { owner_id?: string; bot_id?: string; change: "cut" | "restored" } }
  | { device: { client: string; scopes: string; created_at: string; expires_at: string } };

/** An earlier request with the same key. */
export interface KnownRequest {
  method: string;
  path: string;
  requestHash: string;
  /** Absent if nothing was changed. */
  effect?: Effect;
  /** Absent if the platform died before it answered, or failed to store its answer. */
  answer?: StoredAnswer;
}

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}
