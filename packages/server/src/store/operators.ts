/** What the commands of operators do with stores. */
export { type CopiedTable, CopyDiffersError } from "./copy/copy-records.ts";
export { type CopyOptions, copyStore, type StorePlace } from "./copy/copy-store.ts";
export { type Examined, examineDatabase } from "./postgres/examine-database.ts";
export { hasOwnRecords } from "./sqlite/own-records.ts";
