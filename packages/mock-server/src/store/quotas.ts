import type { ServiceStore } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

/** What a user has of each quota. The mock server counts, and refuses nothing. */
export function quotaVerbs({
  bots,
  runs,
  versions,
  keys,
  secrets,
  states,
}: Memory): Pick<ServiceStore, "quotaUse"> {
  return {
    async quotaUse(ownerId, at) {
      const owned = [...bots.values()].filter(
        ({ owner_id, desired }) => owner_id === ownerId && desired !== "deleted",
      );
      const ids = new Set(owned.map(({ bot_id }) => bot_id));
      const running = owned.filter(
        ({ model, desired, status }) =>
          model === "realtime" && (desired === "running" || status !== "stopped"),
      );
      const unfinished = [...runs.values()].filter(
        ({ bot_id, status }) => ids.has(bot_id) && (status === "queued" || status === "running"),
      );
      const kept = versions.filter((row) => row.owner_id === ownerId && row.deleted_at === null);
      const valid = [...keys.values()].filter(
        ({ owner_id, revoked_at, expires_at }) =>
          owner_id === ownerId && revoked_at === null && (expires_at === null || expires_at > at),
      );
      const values = [...ids].flatMap((id) => [...(states.get(id)?.values() ?? [])]);
      return {
        bots: owned.length,
        processes: running.length + unfinished.length,
        disk_bytes: values.reduce((sum, { bytes }) => sum + bytes.length, 0),
        versions: kept.length,
        package_bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
        keys: valid.length,
        secrets: [...secrets.values()].filter(({ row, isDeleted }) => row.owner_id === ownerId && !isDeleted)
          .length,
      };
    },
  };
}
