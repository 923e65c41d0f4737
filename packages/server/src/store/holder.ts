import { realpathSync } from "node:fs";
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
  const folder = `${hostname()}:${realpathSync(dataDir)}`;
  return { name: `${what} with process id ${process.pid} at ${folder}`, folder };
}
