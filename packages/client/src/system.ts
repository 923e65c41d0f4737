import type { Transport } from "./transport.ts";
import type { System } from "./types.ts";

/** Returns the version, isolation, health, limits and interpreters of the platform. */
export const readSystem = (transport: Transport, timeoutMs?: number): Promise<System> =>
  transport.json("GET", "/system", timeoutMs === undefined ? {} : { timeoutMs });
