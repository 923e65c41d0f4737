import type { ServiceStore } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

type Verbs = Pick<
  ServiceStore,
  "keyById" | "keysInForce" | "listKeys" | "insertKey" | "revokeKey" | "touchKey"
>;

export function keyVerbs({ users, keys, sessions }: Memory): Verbs {
  const valid = (ownerId: string | undefined) =>
    [...keys.values()].filter(
      (key) => (ownerId === undefined || key.owner_id === ownerId) && key.revoked_at === null,
    );

  return {
    async keyById(id) {
      const key = keys.get(id);
      const owner = key && users.find((user) => user.id === key.owner_id);
      if (!key || !owner) return undefined;
      return { ...key, user_name: owner.name, role: owner.role, disabled_at: owner.disabled_at };
    },

    keysInForce: async (ownerId, at) =>
      valid(ownerId).filter(({ expires_at }) => expires_at === null || expires_at > at),

    async listKeys(ownerId, { after, limit }) {
      const place = (key: { created_at: string; id: string }) => `${key.created_at} ${key.id}`;
      const from = after && place({ created_at: after.createdAt, id: after.id });
      return valid(ownerId)
        .sort((a, b) => (place(a) < place(b) ? -1 : 1))
        .filter((key) => from === undefined || place(key) > from)
        .slice(0, limit);
    },

    async insertKey(key) {
      keys.set(key.id, key);
    },

    async revokeKey(ownerId, id, at) {
      const key = keys.get(id);
      if (!key || (ownerId !== undefined && key.owner_id !== ownerId) || key.revoked_at !== null)
        return false;
      keys.set(id, { ...key, revoked_at: at });
      for (const session of sessions.values()) if (session.key_id === id) sessions.delete(session.id);
      return true;
    },

    async touchKey(id, at) {
      const key = keys.get(id);
      if (key) keys.set(id, { ...key, last_used_at: at });
    },
  };
}
