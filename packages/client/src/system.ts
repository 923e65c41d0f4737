import type { Transport } from "./transport.ts";
import type { System, SystemHistory } from "./types.ts";

/** Returns the version, isolation, health, limits and interpreters of the platform. */
export const readSystem = (transport: Transport, timeoutMs?: number): Promise<System> =>
  transport.json("GET", "/system", timeoutMs === undefined ? {} : { timeoutMs });

/** Returns what the platform has measured of itself in the last hour or day. For admins. */
export const readSystemHistory = (transport: Transport, range: "hour" | "day"): Promise<SystemHistory> =>
  transport.json("GET", `/system/history?range=${range}`);
