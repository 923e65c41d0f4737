import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { messageOf } from "../errors/platform-error.ts";
import type { ConfigRow, SealingStore } from "../store/index.ts";
import { aboutSecret, SecretUnavailableError, type Vault } from "./vault.ts";

const pageSize = 100;

/**
 * Encrypts what an earlier version stored in clear, and what was encrypted with an earlier key. Does nothing if everything is
 * encrypted with the current key, or if there is none.
 */
export async function sealStored(store: SealingStore, vault: Vault, log: Logger): Promise<void> {
  const [keyId] = vault.ring.ids;
  const before = await store.sealedWith();
  if (keyId === undefined || before === keyId) return;
  let replaced = 0;
  let unreadable = 0;
  const sealed = async (row: ConfigRow): Promise<ConfigRow[]> => {
    try {
      const config = vault.openConfig(row.config, row.bot_id);
      const sealed = vault.sealConfig(await schemaOf(store, row), config, row.bot_id);
      const next = before === undefined ? vault.sealLookalikes(sealed, row.bot_id) : sealed;
      return isDeepStrictEqual(next, row.config) ? [] : [{ ...row, config: next }];
    } catch (error) {
      if (!(error instanceof SecretUnavailableError)) throw error;
      unreadable++;
      return [];
    }
  };
  for (let after = ""; ; ) {
    const bots = await store.botConfigs(after, pageSize);
    for (const bot of bots) {
      const rows = [bot, ...(await store.revisionConfigs(bot.bot_id))];
      const changed = (await Promise.all(rows.map(sealed))).flat();
      if (changed.length > 0) await store.putConfigs(bot.bot_id, changed);
      replaced += changed.length;
    }
    after = bots.at(-1)?.bot_id ?? "";
    if (bots.length < pageSize) break;
  }
  const values = (await store.sealedValues()).flatMap((row) => {
    if (vault.ring.isCurrent(row.sealed)) return [];
    const about = aboutSecret(row.owner_id, row.name, row.version);
    try {
      return [{ ...row, sealed: vault.seal(vault.ring.unseal(row.sealed, about), about) }];
    } catch {
      unreadable++;
      return [];
    }
  });
  await store.putSealedValues(values);
  // The earlier key is still needed for what could not be read.
  if (unreadable > 0) {
    log.error({ unreadable }, "Secrets were encrypted with a key that is not there, and cannot be read.");
    return;
  }
  if (before === undefined && replaced > 0) await rewrite(store, log);
  await store.keepSealedWith(keyId);
  if (replaced + values.length > 0)
    log.info({ configs: replaced, secrets: values.length }, "Secrets were encrypted with the current key.");
}

async function schemaOf(store: SealingStore, { owner_id, custom_bot, version }: ConfigRow) {
  const found = await store.findVersion(owner_id, custom_bot, version);
  return found ? (JSON.parse(found.schema) as Record<string, unknown>) : {};
}

async function rewrite(store: SealingStore, log: Logger): Promise<void> {
  try {
    await store.rewrite();
  } catch (error) {
    log.warn(
      { err: error },
      `Free pages of the database may contain secrets in clear until they are used again: ${messageOf(error)}`,
    );
  }
}
