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

/** What the routes depend on. */
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
  /** Resolves when the engine has started; requests wait until then. */
  started: Promise<void>;
  /** Aborted when the platform begins to stop; ends all waiting requests. */
  closing: AbortSignal;
}

export type Routes = (parts: Parts) => FastifyPluginAsync;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Scope that the API key must have (default: `admin`); `public` requires no key. */
    scope?: Scope | "public";
    /** Rate limit that the request counts towards (default: by its method). */
    counts?: "read" | "write";
    /** The request stores data and is refused while the disk is nearly full. */
    addsData?: boolean;
    /** The body may be large: the time limit for small bodies does not apply. */
    slowBody?: boolean;
    /** False: the header Idempotency-Key is ignored. */
    idempotent?: boolean;
  }
  interface FastifyRequest {
    /** Set when the API key has been verified; unset on `public` routes. */
    caller: Caller;
  }
}
