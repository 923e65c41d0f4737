import type { Records } from "@botyard/server/operations";
import type { Memory } from "../memory.ts";

type Verbs = Pick<
  Records,
  | "userByName"
  | "firstUser"
  | "insertUser"
  | "keyById"
  | "keysInForce"
  | "listKeys"
  | "insertKey"
  | "revokeKey"
  | "touchKey"
>;

export function keyRecords({ users, keys }: Memory): Verbs {
  const valid = (ownerId: string) =>
    [...keys.values()].filter((key) => key.owner_id === ownerId && key.revoked_at === null);

  return {
    userByName: async (name) => users.find((user) => user.name === name),
    firstUser: async () => users[0],

    async insertUser(user) {
      if (!users.some(({ name }) => name === user.name)) users.push(user);
    },

    async keyById(id) {
      const key = keys.get(id);
      const owner = key && users.find((user) => user.id === key.owner_id);
      return key && owner ? { ...key, user_name: owner.name } : undefined;
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
      if (!key || key.owner_id !== ownerId || key.revoked_at !== null) return false;
      keys.set(id, { ...key, revoked_at: at });
      return true;
    },

    async touchKey(id, at) {
      const key = keys.get(id);
      if (key) keys.set(id, { ...key, last_used_at: at });
    },
  };
}
