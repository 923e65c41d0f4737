import type { ApiKey, CreatedApiKey, Scope } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

/** The keys of the caller; an admin can list those of all users. */
export const listKeys = (ofAll: boolean, signal: AbortSignal): Promise<ApiKey[]> =>
  platform.until(signal).keys.list(ofAll ? { user: "all" } : {});

export const createKey = (key: {
  name: string;
  scopes: Scope[];
  expires_at?: string;
}): Promise<CreatedApiKey> => platform.keys.create(key);

export const revokeKey = (id: string): Promise<void> => platform.keys.revoke(id);
