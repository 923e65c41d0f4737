/**
 * Rows that are read and written as they are stored. Times are RFC 3339 UTC text with milliseconds; what is absent is
 * null.
 */
import type { Actor, Model, Role } from "../model/model.ts";

export interface UserRow {
  id: string;
  name: string;
  created_at: string;
  role: Role;
  /** Null while the user may sign in. */
  disabled_at: string | null;
}

/** A user as added; without a role it is no admin. */
export type NewUser = Pick<UserRow, "id" | "name" | "created_at"> & Partial<UserRow>;

/** The user of a key or a session. */
export interface Owner {
  user_name: string;
  role: Role;
  disabled_at: string | null;
}

export interface SessionRow {
  id: string;
  user_id: string;
  /** SHA-256 of the token in the cookie, hex. */
  token_hash: string;
  /** SHA-256 of the page key, hex. */
  page_key_hash: string;
  /** The API key that the user signed in with, and whose end is the end of the session. */
  key_id: string | null;
  /** JSON array, as of an API key. */
  scopes: string;
  created_at: string;
  /** Time of the last use, to the minute. */
  seen_at: string;
  expires_at: string;
}

export interface SignInLinkRow {
  /** SHA-256 of the code in the link, hex. */
  hash: string;
  user_id: string;
  expires_at: string;
}

export interface DeviceRow {
  /** SHA-256 of the device code, hex. */
  device_hash: string;
  /** SHA-256 of the code that the user types, hex. */
  user_code_hash: string;
  /** Name of the program that asks; the name of the key it gets. */
  client: string;
  scopes: string;
  status: "pending" | "approved" | "denied";
  user_id: string | null;
  created_at: string;
  expires_at: string;
  polled_at: string | null;
  interval_seconds: number;
  /** Where it was begun, and the network of that. */
  source: string;
  network: string;
}

export interface KeyRow {
  /** The public part of the key. */
  id: string;
  owner_id: string;
  name: string;
  /** JSON array of `read`, `deploy`, `admin`. */
  scopes: string;
  /** SHA-256 of the secret, hex. */
  hash: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

export interface VersionRow {
  owner_id: string;
  name: string;
  version: string;
  model: Model;
  runtime: string;
  /** bot-config.yaml as read, JSON. */
  config: string;
  /** Text of bot-schema.json. */
  schema: string;
  readme: string | null;
  /** Of the archive, or of the list if it was uploaded as one. */
  sha256: string;
  /** Of the content, independent of compression; decides whether two uploads are equal. */
  content_sha256: string;
  bytes: number;
  created_at: string;
  /** Null while the version can be used. Its number is never used for other content. */
  deleted_at: string | null;
  /** 0: stored as the archive that an earlier platform kept, and not as a list of contents. */
  is_listed?: number;
}

/** What names a version that may be stored as an archive. */
export type ArchivedVersion = Pick<VersionRow, "owner_id" | "name" | "version" | "sha256" | "is_listed">;

/** A version as uploaded. */
export interface NewVersion extends VersionRow {
  /** What its contents use on the disk. */
  unpacked_bytes?: number;
}

/** The contents of a version. */
export interface StoredFiles {
  /** JSON texts of `[sha256, bytes]`, with what each uses on the disk. */
  contents: string[];
  /** They came with this version; otherwise the user must have sent them before. */
  areSent: boolean;
  at: string;
}

/** What the files of a bot use on the disk, as measured last; also of a deleted bot, until they are removed. */
export interface BotDiskRow {
  bot_id: string;
  owner_id: string;
  /** State, cache, output and temporary files. */
  bytes: number;
  /** What its query processes keep. */
  query_bytes: number;
}

/** A named secret, without its value. */
export interface SecretRow {
  owner_id: string;
  name: string;
  version: number;
  /** Running bots are restarted with this version or a newer one. */
  applied_version: number;
  created_at: string;
  updated_at: string;
  /** Who set the newest version. */
  actor?: Actor;
  last_used_at?: string | null;
  last_used_by?: string | null;
}

/** The encrypted value of one version of a secret. */
export interface SecretValueRow {
  name: string;
  version: number;
  sealed: string;
}

/** The encrypted value of a version of a user's secret. */
export interface OwnedSecretValue extends SecretValueRow {
  owner_id: string;
}

/** The config of a bot, or of one of its revisions. */
export interface ConfigRow {
  bot_id: string;
  owner_id: string;
  custom_bot: string;
  version: string;
  /** Absent: the current settings. */
  revision?: number;
  config: Record<string, unknown>;
}

/** What connections of a bot to a host came to. */
export interface ConnectionRow {
  bot_id: string;
  /** A name, or that of a local service. */
  host: string;
  /** 0 for a name that was only asked for. */
  port: number;
  /** Why they were refused; empty for those that were made. */
  reason: string;
  count: number;
  sent_bytes: number;
  received_bytes: number;
  last_at: string;
}
