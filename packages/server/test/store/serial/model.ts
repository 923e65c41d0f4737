import type { Bot, Role } from "../../../src/model/model.ts";
import type { DeviceRow } from "../../../src/store/rows.ts";

/** What a store holds, as plain values. */
export interface Model {
  users: Record<string, { role: Role; disabled: boolean }>;
  /** By name; false once deleted. */
  versions: Record<string, boolean>;
  bots: Record<string, Pick<Bot, "name" | "version" | "revision" | "desired">>;
  sessions: Record<string, { user: string; key: string }>;
  /** What has a link is signed in as its user. */
  links: Record<string, string>;
  devices: Record<string, { status: DeviceRow["status"]; user: string | null }>;
  /** False once revoked. */
  keys: Record<string, boolean>;
  secrets: Record<string, { version: number; applied: number; deleted: boolean }>;
  /** The requests that have had their effect, by key, and whose it is. */
  requests: Record<string, string>;
}

export const emptyModel = (): Model => ({
  ...{ users: {}, versions: {}, bots: {}, sessions: {}, links: {}, devices: {}, keys: {}, secrets: {} },
  requests: {},
});

/** The user that has bots, versions, keys and secrets. */
export const owner = "usr_0";
/** The quotas of bots and of keys. */
export const most = { bots: 3, keys: 3 };
/** The sign-ins of devices that may be pending at once. */
export const mostPending = 2;
/** What the verbs are used on: few of each, so that they meet. */
export const pool = {
  users: ["usr_0", "usr_1", "usr_2"],
  bots: ["bot_0", "bot_1", "bot_2", "bot_3"],
  names: ["one", "two", "three"],
  versions: ["1.0.0", "2.0.0"],
  sessions: ["ses_0", "ses_1"],
  links: ["lnk_0", "lnk_1"],
  devices: ["dev_0", "dev_1", "dev_2"],
  keys: ["key_0", "key_1", "key_2", "key_3"],
  secrets: ["sec_0", "sec_1"],
  requests: ["req_0", "req_1"],
} as const satisfies Record<string, readonly string[]>;
export type Pool = keyof typeof pool;
