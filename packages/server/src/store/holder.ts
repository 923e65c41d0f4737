import { realpathSync, statSync } from "node:fs";
import { hostname } from "node:os";

/** A process that owns a store, or wants to. */
export interface Holder {
  /** For people: which process it is, and where. */
  name: string;
  /** Id of the data folder, which one process uses at a time. */
  folder: string;
}

/**
 * Returns what other processes are told of this one.
 * @param what for people, such as "the platform"
 * @param dataDir the data folder, whose lock this process holds
 */
export function holderOf(what: string, dataDir: string): Holder {
  const place = `${hostname()}:${realpathSync(dataDir)}`;
  // Two machines may have the same name, but not the same folder.
  const { ino, birthtimeNs } = statSync(dataDir, { bigint: true });
  const name = `${what} with process id ${process.pid} at ${place}`;
  return { name, folder: `${place}:${ino}:${birthtimeNs}` };
}
