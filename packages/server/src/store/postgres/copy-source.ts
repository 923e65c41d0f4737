import { DatabaseBlobs } from "../../blobs/postgres/database-blobs.ts";
import type { Source } from "../copy/ends.ts";
import type { Holder } from "../holder.ts";
import { ownPostgres } from "./database.ts";
import { homeIn } from "./home.ts";
import { requireComplete } from "./incomplete.ts";
import { readableOf } from "./readable.ts";

/**
 * Becomes the owner of a database, to read its records.
 * @throws {StoreUnusableError} if the server or the database cannot be used, or has no records
 * @throws {StoreInUseError} if a platform uses it
 * @throws {StoreNewerError} if a newer platform has updated it
 * @throws {StoreOlderError} if it has the schema of an earlier version
 * @throws {StoreIncompleteError} if it is a copy that is not complete
 */
export async function openSource(
  url: string,
  { holder, version }: { holder: Holder; version: string },
): Promise<Source> {
  const store = await ownPostgres(
    url,
    { holder, version, connections: 2, onLost: () => {} },
    "newest schema",
  );
  try {
    const { main, lightTransaction } = store.soon;
    await requireComplete(main);
    return {
      ...readableOf(main),
      blobs: new DatabaseBlobs(store.soon),
      home: await homeIn(store.soon).read(),
      // Fails if another process has become the owner.
      confirm: () => lightTransaction(async () => {}),
      close: store.close,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
