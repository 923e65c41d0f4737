import { crowdedSource, type ServiceStore } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

type Verbs = Pick<
  ServiceStore,
  | "insertSession"
  | "sessionByHash"
  | "sessionSeenAt"
  | "touchSession"
  | "deleteSession"
  | "insertSignInLink"
  | "takeSignInLink"
  | "insertDevice"
  | "pendingDevice"
  | "decideDevice"
  | "deviceByHash"
  | "touchDevice"
  | "takeDevice"
>;

/** Sessions of browsers, links that sign users in, and sign-ins of devices. */
export function signInVerbs({ users, sessions, links, devices }: Memory): Verbs {
  const pending = (userCodeHash: string, now: string) =>
    [...devices.values()].find(
      ({ user_code_hash, status, expires_at }) =>
        user_code_hash === userCodeHash && status === "pending" && expires_at > now,
    );

  return {
    async insertSession(session) {
      sessions.set(session.id, session);
    },
    async sessionByHash(tokenHash) {
      const session = [...sessions.values()].find(({ token_hash }) => token_hash === tokenHash);
      const user = session && users.find(({ id }) => id === session.user_id);
      if (!session || !user) return undefined;
      return { ...session, user_name: user.name, role: user.role, disabled_at: user.disabled_at };
    },
    sessionSeenAt: async (id) => sessions.get(id)?.seen_at,

    async touchSession(id, at) {
      const session = sessions.get(id);
      if (session) session.seen_at = at;
    },
    async deleteSession(id) {
      sessions.delete(id);
    },

    async insertSignInLink({ hash, ...link }) {
      links.set(hash, link);
    },
    async takeSignInLink(hash, now) {
      const link = links.get(hash);
      links.delete(hash);
      return link && link.expires_at > now ? link.user_id : undefined;
    },

    async insertDevice(device, bounds, old) {
      for (const { device_hash, expires_at } of devices.values())
        if (expires_at <= old) devices.delete(device_hash);
      const pending = [...devices.values()].filter(
        ({ status, expires_at }) => status === "pending" && expires_at > device.created_at,
      );
      const counts = [...Map.groupBy(pending, ({ source }) => source)].map(([source, own]) => ({
        ...{ source, network: own[0]!.network, count: own.length, oldest: own[0]!.created_at },
      }));
      const crowded = crowdedSource(counts, device, bounds);
      const oldest = pending.find(({ source }) => source === crowded);
      if (oldest) devices.delete(oldest.device_hash);
      devices.set(device.device_hash, device);
    },
    pendingDevice: async (userCodeHash, now) => pending(userCodeHash, now),
    async decideDevice(userCodeHash, decision, now) {
      const device = pending(userCodeHash, now);
      return device && Object.assign(device, decision);
    },
    deviceByHash: async (hash) => devices.get(hash),
    async touchDevice(hash, polled) {
      const device = devices.get(hash);
      if (device) Object.assign(device, polled);
    },
    async takeDevice(hash) {
      const device = devices.get(hash);
      devices.delete(hash);
      return device;
    },
  };
}
