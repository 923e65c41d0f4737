import type { ConfigRow, OwnedSecretValue, VersionRow } from "./rows.ts";

/** What is encrypted in the store, for the start of the platform. */
export interface SealingStore {
  /** Returns the id of the key with which everything is encrypted; `undefined` if nothing was before. */
  sealedWith(): Promise<string | undefined>;
  keepSealedWith(keyId: string): Promise<void>;
  /** Whether anything is encrypted. */
  hasSealed(): Promise<boolean>;
  /** Returns configs of bots, in the order of their ids. */
  botConfigs(after: string, limit: number): Promise<ConfigRow[]>;
  /** Returns the configs of the revisions of a bot. */
  revisionConfigs(botId: string): Promise<ConfigRow[]>;
  /** Replaces the configs of a bot and of its revisions by ones that mean the same. */
  putConfigs(botId: string, rows: readonly ConfigRow[]): Promise<void>;
  sealedValues(): Promise<OwnedSecretValue[]>;
  putSealedValues(values: readonly OwnedSecretValue[]): Promise<void>;
  findVersion(ownerId: string, customBot: string, version: string): Promise<VersionRow | undefined>;
  /** Rewrites the database, so that nothing remains in it of what was replaced. */
  rewrite(): Promise<void>;
}
