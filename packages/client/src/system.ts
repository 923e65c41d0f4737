import type { Transport } from "./transport.ts";
import type { System } from "./types.ts";

/** Returns the version, isolation, health and limits of the platform. */
export const readSystem = (transport: Transport): Promise<System> => transport.json("GET", "/system");
