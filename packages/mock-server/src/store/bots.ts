import {
  type Actor,
  type Bot,
  type BotRevision,
  type BotSettings,
  type ServiceStore,
  storedSettings,
} from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

type Verbs = Pick<
  ServiceStore,
  "findBot" | "findAnyBot" | "listBots" | "insertBot" | "changeBot" | "listRevisions"
>;

export function botVerbs({ bots, revisions, askedBy, versions }: Memory): Verbs {
  const isUsable = (ownerId: string, name: string, version: string) =>
    versions.some(
      (row) =>
        row.owner_id === ownerId && row.name === name && row.version === version && row.deleted_at === null,
    );
  const owned = (ownerId: string | undefined) =>
    [...bots.values()].filter(
      (bot) => (ownerId === undefined || bot.owner_id === ownerId) && bot.desired !== "deleted",
    );
  const find = (ownerId: string, id: string) => {
    const bot = bots.get(id);
    return bot && bot.owner_id === ownerId && bot.desired !== "deleted" ? bot : undefined;
  };
  const isTaken = (ownerId: string, name: string, except?: string) =>
    owned(ownerId).some((bot) => bot.name === name && bot.bot_id !== except);

  return {
    async findAnyBot(id) {
      const bot = bots.get(id);
      return bot?.desired === "deleted" ? undefined : copy(bot);
    },
    findBot: async (ownerId, id) => copy(find(ownerId, id)),

    async listBots(ownerId, { status, customBot, model, name, label, ids, after, limit }) {
      // In the order of creation, whatever ids a scenario has chosen.
      const place = after === undefined ? -1 : [...bots.keys()].indexOf(after);
      const later = new Set([...bots.keys()].slice(place + 1));
      return owned(ownerId)
        .filter(
          (bot) =>
            later.has(bot.bot_id) &&
            (status === undefined || status.includes(bot.status)) &&
            (customBot === undefined || bot.custom_bot === customBot) &&
            (model === undefined || bot.model === model) &&
            (name === undefined || bot.name === name) &&
            (label === undefined || bot.labels?.[label.key] === label.value) &&
            (ids === undefined || ids.includes(bot.bot_id)),
        )
        .slice(0, limit)
        .map((bot) => ({ ...bot }));
    },

    async insertBot(bot, _keyId, actor) {
      if (!isUsable(bot.owner_id, bot.custom_bot, bot.version)) return "version_gone";
      if (isTaken(bot.owner_id, bot.name)) return false;
      bots.set(bot.bot_id, { ...bot });
      revisions.set(bot.bot_id, [revisionOf(bot, actor)]);
      if (actor) askedBy.set(bot.bot_id, actor);
      return true;
    },

    async changeBot(ownerId, id, change) {
      const bot = find(ownerId, id);
      if (!bot) return { refused: "gone" };
      if (change.ifRevision && !change.ifRevision.includes(bot.revision)) return { refused: "precondition" };
      const decided = change.decide({ ...bot });
      if (Object.keys(decided).length === 0) return { bot: { ...bot } };
      const { settings, desired, status, restart } = decided;
      if (settings && isTaken(ownerId, settings.name, id)) return { refused: "name_taken" };
      if (settings && !isUsable(ownerId, bot.custom_bot, settings.version))
        return { refused: "version_gone" };
      const next: Bot = {
        ...(settings ? without(bot, storedSettings) : bot),
        ...settings,
        ...(desired && { desired }),
        ...(status && { status }),
        generation: bot.generation + (restart ? 1 : 0),
        revision: bot.revision + (settings ? 1 : 0),
        updated_at: change.at,
      } as Bot;
      const changed = status ? (without(next, ["reason", "detail"]) as Bot) : next;
      bots.set(id, changed);
      if (change.actor) askedBy.set(id, change.actor);
      if (settings) revisions.set(id, [...(revisions.get(id) ?? []), revisionOf(changed, change.actor)]);
      return { bot: { ...changed } };
    },

    listRevisions: async (botId, { before = Number.MAX_SAFE_INTEGER, limit }) =>
      (revisions.get(botId) ?? [])
        .filter(({ revision }) => revision < before)
        .toReversed()
        .slice(0, limit),
  };
}

function revisionOf(bot: Bot, actor: Actor | undefined): BotRevision {
  const settings = Object.fromEntries(
    storedSettings.map((name) => [name, bot[name]]),
  ) as unknown as BotSettings;
  return { revision: bot.revision, created_at: bot.updated_at, ...(actor && { actor }), settings };
}

const copy = (bot: Bot | undefined) => bot && { ...bot };

function without<Row extends object>(row: Row, names: readonly (keyof Row)[]): Partial<Row> {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => !names.includes(name as keyof Row)),
  ) as Partial<Row>;
}
