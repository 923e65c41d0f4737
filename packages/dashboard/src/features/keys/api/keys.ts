import type { ApiKey, CreatedApiKey, Scope } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const listKeys = (): Promise<ApiKey[]> => platform.keys.list();

export const createKey = (key: {
  name: string;
  scopes: Scope[];
  expires_at?: string;
}): Promise<CreatedApiKey> => platform.keys.create(key);

export const revokeKey = (id: string): Promise<void> => platform.keys.revoke(id);
