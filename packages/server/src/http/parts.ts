import type { FastifyBaseLogger, FastifyPluginAsync } from "fastify";
import type { Bots } from "../bots/bots.ts";
import type { Bus } from "../bus.ts";
import type { Catalog } from "../custom-bots/catalog.ts";
import type { Uploads } from "../custom-bots/upload.ts";
import type { Clock } from "../engine/clock.ts";
import type { Engine } from "../engine/engine.ts";
import type { Caller, Keys, Scope } from "../keys/keys.ts";
import type { Settings } from "../settings.ts";
import type { Store } from "../store/database.ts";

/** All that routes work with. */
export interface Parts {
  store: Store;
  settings: Settings;
  clock: Clock;
  bus: Bus;
  engine: Engine;
  keys: Keys;
  catalog: Catalog;
  uploads: Uploads;
  bots: Bots;
  log: FastifyBaseLogger;
  version: string;
  /** Resolved once the engine works; until then requests wait. */
  started: Promise<void>;
  /** Aborted when the platform begins to stop: whoever waits for something gives up. */
  closing: AbortSignal;
}

export type Routes = (parts: Parts) => FastifyPluginAsync;

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a key must be allowed to come in; `public` needs none. */
    scope?: Scope | "public";
    /** Reads and writes are counted apart; without it the method decides. */
    counts?: "read" | "write";
    /** Refused while the disk is nearly full: it makes more data, and helps nobody out. */
    addsData?: boolean;
    /** The body may take its time: it is large. */
    slowBody?: boolean;
    /** False: the header Idempotency-Key has no meaning here, for the reason given beside it. */
    idempotent?: boolean;
  }
  interface FastifyRequest {
    /** Set once a key was found good, before any handler of a route that needs one. */
    caller: Caller;
  }
}
