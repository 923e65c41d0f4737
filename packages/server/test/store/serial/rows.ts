import type { Bot } from "../../../src/model/model.ts";
import type { DeviceRow, KeyRow, NewVersion, SessionRow } from "../../../src/store/rows.ts";
import { owner, pool } from "./model.ts";

export const at = "2026-01-01T00:00:00.000Z";

export const botOf = (bot_id: string, { name, version }: { name: string; version: string }): Bot => ({
  ...{
    bot_id,
    owner_id: owner,
    name,
    custom_bot: "probe",
    model: "realtime",
    version_spec: version,
    version,
  },
  ...{ catch_up: "none", start_deadline_seconds: 60, timeout_seconds: 300, config: {} },
  ...{ desired: "stopped", status: "stopped", revision: 1, generation: 1, restarts: 0 },
  ...{ created_at: at, updated_at: at },
});

export const versionOf = (version: string): NewVersion => ({
  ...{ owner_id: owner, name: "probe", version, model: "realtime", runtime: "nodejs24", config: "{}" },
  ...{ schema: "{}", readme: null, sha256: version, content_sha256: version, bytes: 1 },
  ...{ created_at: at, deleted_at: null },
});

export const sessionOf = (id: string, { user, key }: { user: string; key: string }): SessionRow => ({
  ...{ id, user_id: user, token_hash: id, page_key_hash: "", key_id: key, scopes: "[]" },
  ...{ created_at: at, seen_at: at, expires_at: "2027" },
});

/** Of several devices, the first one of the pool was begun first. */
export const deviceOf = (device_hash: string): DeviceRow => ({
  ...{ device_hash, user_code_hash: device_hash, client: "test", scopes: "[]", status: "pending" },
  ...{ user_id: null, polled_at: null, interval_seconds: 5, source: "here", network: "here" },
  created_at: `2026-01-01T00:00:0${(pool.devices as readonly string[]).indexOf(device_hash)}.000Z`,
  expires_at: "2027",
});

export const keyOf = (id: string): KeyRow => ({
  ...{ id, owner_id: owner, name: id, scopes: "[]", hash: "", created_at: at },
  ...{ expires_at: null, revoked_at: null, last_used_at: null },
});
