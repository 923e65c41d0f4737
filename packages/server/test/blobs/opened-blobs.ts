import type { Blobs } from "../../src/blobs/blobs.ts";
import { FolderBlobs } from "../../src/blobs/folder/folder-blobs.ts";
import type { Storage } from "../../src/store/index.ts";

/** Where the contents of packages are kept, with a store and its data folder. */
export const blobsOf = (storage: Storage, dataDir: string): Blobs =>
  storage.blobs?.forRequests ?? new FolderBlobs(dataDir);
