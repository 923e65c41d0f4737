import type { ServiceStore } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";
import { releaseFiles, useFiles } from "./package-files.ts";

type Verbs = Pick<
  ServiceStore,
  "findVersion" | "insertVersion" | "deleteVersion" | "restoreVersion" | "listCustomBots" | "versionsOf"
>;

export function customBotVerbs(memory: Memory): Verbs {
  const { versions, bots, runs } = memory;
  const of = (ownerId: string, name: string) =>
    versions.filter((row) => row.owner_id === ownerId && row.name === name);
  const find = (ownerId: string, name: string, version: string) =>
    of(ownerId, name).find((row) => row.version === version);
  const usable = (ownerId: string, name: string) =>
    of(ownerId, name).filter((row) => row.deleted_at === null);
  const runsVersion = (botId: string, version: string) =>
    [...runs.values()].some(
      (run) => run.bot_id === botId && run.version === version && ["queued", "running"].includes(run.status),
    );

  return {
    findVersion: async (ownerId, name, version) => find(ownerId, name, version),

    async insertVersion(row, files) {
      if (find(row.owner_id, row.name, row.version)) return false;
      if (files && !useFiles(memory, row.owner_id, files)) return "files_missing";
      versions.push(row);
      return true;
    },

    async deleteVersion(ownerId, { name, version, at }, contents) {
      const usedBy = [...bots.values()]
        .filter((bot) => bot.owner_id === ownerId && bot.custom_bot === name && bot.desired !== "deleted")
        .filter((bot) => bot.version === version || runsVersion(bot.bot_id, version))
        .map((bot) => bot.name);
      if (usedBy.length > 0) return { usedBy };
      const row = find(ownerId, name, version);
      if (!row || row.deleted_at !== null) return "unknown";
      row.deleted_at = at;
      const { sha256, content_sha256: contentSha256 } = row;
      const live = versions.filter((other) => other.deleted_at === null);
      return {
        ...{ sha256, contentSha256 },
        isShared: live.some((other) => other.content_sha256 === contentSha256),
        isArchiveShared: live.some((other) => other.sha256 === sha256),
        unneeded: releaseFiles(memory, ownerId, contents ?? []),
      };
    },

    async restoreVersion(ownerId, name, version, files) {
      if (files && !useFiles(memory, ownerId, files)) return "files_missing";
      find(ownerId, name, version)!.deleted_at = null;
      return "restored";
    },

    versionsOf: async (ownerId, name) => usable(ownerId, name),

    async listCustomBots(ownerId, { after, limit }) {
      const names = new Set(
        versions.filter((row) => row.owner_id === ownerId && row.deleted_at === null).map(({ name }) => name),
      );
      return [...names]
        .filter((name) => after === undefined || name > after)
        .sort()
        .slice(0, limit)
        .map((name) => ({
          name,
          versions: usable(ownerId, name).map((row) => ({ version: row.version, createdAt: row.created_at })),
        }));
    },
  };
}
