import type { ServiceStore } from "../../../src/store/service-store.ts";
import { botById } from "../../../src/store/sql/bots.ts";
import type { Store } from "../../../src/store/sql/store.ts";
import { emptyModel, type Model, owner, pool } from "./model.ts";
import { at } from "./rows.ts";

/** Reads what a store holds; it must not change meanwhile. */
export async function found(store: Store, services: ServiceStore): Promise<Model> {
  const model = emptyModel();
  for (const { id, role, disabled_at } of await services.listUsers({ limit: 100 }))
    model.users[id] = { role, disabled: disabled_at !== null };
  for (const version of pool.versions) {
    const row = await services.findVersion(owner, "probe", version);
    if (row) model.versions[version] = row.deleted_at === null;
  }
  for (const id of pool.bots) {
    const bot = await botById(store, id);
    if (!bot) continue;
    const { name, version, revision, desired } = bot;
    model.bots[id] = { name, version, revision, desired };
    const revisions = await services.listRevisions(id, { limit: 1_000 });
    // Each has its revision, with the settings that it led to.
    if (revisions.length !== revision || revisions[0]?.settings.name !== name)
      throw new Error(`${id} has revision ${revision} and ${revisions.length} revisions.`);
  }
  for (const id of pool.sessions) {
    const row = await services.sessionByHash(id);
    if (row) model.sessions[id] = { user: row.user_id, key: row.key_id! };
  }
  const links = await store.main.selectFrom("sign_in_links").select(["hash", "user_id"]).execute();
  for (const { hash, user_id } of links) model.links[hash] = user_id;
  for (const hash of pool.devices) {
    const row = await services.deviceByHash(hash);
    if (row) model.devices[hash] = { status: row.status, user: row.user_id };
  }
  for (const id of pool.keys) {
    const row = await services.keyById(id);
    if (row) model.keys[id] = row.revoked_at === null;
  }
  const secrets = await store.main.selectFrom("secrets").selectAll().execute();
  for (const { name, version, applied_version: applied, deleted_at } of secrets)
    model.secrets[name] = { version, applied, deleted: deleted_at !== null };
  for (const key of pool.requests) {
    const effect = (await services.requestOf({ ownerId: owner, key, at }))?.effect;
    if (effect) model.requests[key] = "device" in effect ? "device" : (Object.values(effect)[0] as string);
  }
  return model;
}
