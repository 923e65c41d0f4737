/** Makes one backup, so that copying the database does not block the platform. */
import { parentPort, workerData } from "node:worker_threads";
import { backUpTo } from "./write-file.ts";

/** What the thread is to do. */
export interface Order {
  dataDir: string;
  file: string;
  /** Time of the backup. */
  now: string;
}

const { dataDir, file, now } = workerData as Order;
try {
  await backUpTo(file, dataDir, new Date(now));
  parentPort!.postMessage({});
} catch (error) {
  parentPort!.postMessage({ failure: (error as Error).message });
}
