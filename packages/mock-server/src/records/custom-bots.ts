import type { Records } from "@botyard/server/operations";
import type { Memory } from "../memory.ts";

type Verbs = Pick<Records, "findVersion" | "insertVersion" | "listCustomBots" | "versionsOf">;

export function customBotRecords({ versions }: Memory): Verbs {
  const of = (ownerId: string, name: string) =>
    versions.filter((row) => row.owner_id === ownerId && row.name === name);
  const find = (ownerId: string, name: string, version: string) =>
    of(ownerId, name).find((row) => row.version === version);

  return {
    findVersion: async (ownerId, name, version) => find(ownerId, name, version),

    async insertVersion(row) {
      if (find(row.owner_id, row.name, row.version)) return false;
      versions.push(row);
      return true;
    },

    versionsOf: async (ownerId, name) => of(ownerId, name),

    async listCustomBots(ownerId, { after, limit }) {
      const names = new Set(versions.filter((row) => row.owner_id === ownerId).map(({ name }) => name));
      return [...names]
        .filter((name) => after === undefined || name > after)
        .sort()
        .slice(0, limit)
        .map((name) => ({
          name,
          versions: of(ownerId, name).map((row) => ({ version: row.version, createdAt: row.created_at })),
        }));
    },
  };
}
