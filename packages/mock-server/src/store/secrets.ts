import type { ServiceStore } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

type Verbs = Pick<
  ServiceStore,
  | "listSecrets"
  | "findSecret"
  | "putSecret"
  | "applySecret"
  | "deleteSecret"
  | "botsWithSecret"
  | "secretValues"
>;

export function secretVerbs({ secrets, bots }: Memory): Verbs {
  const keyOf = (ownerId: string, name: string) => JSON.stringify([ownerId, name]);
  const of = (ownerId: string, name: string) => {
    const kept = secrets.get(keyOf(ownerId, name));
    return kept?.isDeleted === false ? kept : undefined;
  };
  return {
    async listSecrets(ownerId, { after = "", limit }) {
      return [...secrets.values()]
        .filter(({ row, isDeleted }) => row.owner_id === ownerId && !isDeleted && row.name > after)
        .map(({ row }) => row)
        .sort((one, other) => (one.name < other.name ? -1 : 1))
        .slice(0, limit);
    },
    findSecret: async (ownerId, name) => of(ownerId, name)?.row,
    async putSecret({ ownerId, name, at, actor, staged }, seal) {
      const known = of(ownerId, name);
      const kept = secrets.get(keyOf(ownerId, name));
      const version = (kept?.row.version ?? 0) + 1;
      const row = {
        ...{ owner_id: ownerId, name, version, updated_at: at, actor },
        applied_version: staged && known ? known.row.applied_version : version,
        created_at: known?.row.created_at ?? at,
        ...(known?.row.last_used_at && { last_used_at: known.row.last_used_at }),
      };
      const values = [{ name, version, sealed: seal(version) }, ...(known?.values ?? [])];
      secrets.set(keyOf(ownerId, name), { row, values, isDeleted: false });
    },
    async applySecret(ownerId, name) {
      const kept = of(ownerId, name);
      if (kept) kept.row = { ...kept.row, applied_version: kept.row.version };
      return kept !== undefined;
    },
    async deleteSecret(ownerId, name) {
      const kept = of(ownerId, name);
      if (kept) Object.assign(kept, { isDeleted: true, values: [] });
      return kept !== undefined;
    },
    async botsWithSecret(ownerId, name) {
      return [...bots.values()]
        .filter(({ owner_id, desired }) => owner_id === ownerId && desired !== "deleted")
        .filter(({ config }) => JSON.stringify(config).includes(JSON.stringify({ secret: name })))
        .map(({ bot_id, name: bot }) => ({ bot_id, name: bot }));
    },
    secretValues: async (ownerId, names) => names.flatMap((name) => of(ownerId, name)?.values ?? []),
  };
}
