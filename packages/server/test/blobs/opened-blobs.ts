import type { Blobs, KeptBlobs } from "../../src/blobs/blobs.ts";
import { FolderBlobs } from "../../src/blobs/folder/folder-blobs.ts";
import { DatabaseBlobs } from "../../src/blobs/postgres/database-blobs.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { engine } from "../store/opened.ts";

/** The blobs of an open store and of its data folder, as the engine of these tests keeps them. */
export const blobsOf = (store: Store, dataDir: string): Blobs =>
  engine === "postgres" ? new DatabaseBlobs(store) : new FolderBlobs(dataDir);

/** The same for the platform: with SQLite, nothing is kept but in the data folder. */
export function keptBlobsOf(store: Store): KeptBlobs | undefined {
  if (engine === "sqlite") return undefined;
  const blobs = new DatabaseBlobs(store);
  return { forRequests: blobs, forEngine: blobs };
}
