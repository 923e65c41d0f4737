import type { ServiceStore } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

type Verbs = Pick<
  ServiceStore,
  | "userById"
  | "userByName"
  | "firstUser"
  | "listUsers"
  | "insertUser"
  | "disableUser"
  | "enableUser"
  | "enabledAdmins"
>;

export function userVerbs({ users, sessions, links, devices }: Memory): Verbs {
  const byId = (id: string) => users.find((user) => user.id === id);
  const admins = () => users.filter(({ role, disabled_at }) => role === "admin" && disabled_at === null);

  return {
    userById: async (id) => byId(id),
    userByName: async (name) => users.find((user) => user.name === name),
    firstUser: async () => users[0],
    enabledAdmins: async () => admins().map(({ id }) => id),

    async listUsers({ after, limit }) {
      const start = after === undefined ? 0 : users.findIndex(({ id }) => id === after) + 1;
      return users.slice(start, start + limit);
    },

    async insertUser(user) {
      if (users.some(({ name }) => name === user.name)) return false;
      users.push({ ...user, role: user.role ?? "user", disabled_at: user.disabled_at ?? null });
      return true;
    },

    async disableUser(id, at) {
      const [admin, ...others] = admins();
      if (others.length === 0 && admin?.id === id) return false;
      const user = byId(id);
      if (user) user.disabled_at ??= at;
      for (const kept of [sessions, links, devices] as Map<string, { user_id: string | null }>[])
        for (const [key, { user_id }] of kept) if (user_id === id) kept.delete(key);
      return true;
    },

    async enableUser(id, role) {
      const user = byId(id);
      if (user) Object.assign(user, { disabled_at: null, ...(role !== undefined && { role }) });
    },
  };
}
