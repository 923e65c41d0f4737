import { isElsewhere } from "../elsewhere.ts";
import { holdsDatabase } from "./database.ts";

/** Whether the records of a data folder are in the folder itself, in SQLite, so that a platform may not use a server with it. */
export const hasOwnRecords = (dataDir: string): boolean => !isElsewhere(dataDir) && holdsDatabase(dataDir);
