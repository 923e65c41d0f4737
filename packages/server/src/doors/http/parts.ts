import type { FastifyBaseLogger, FastifyPluginAsync } from "fastify";
import type { Parts } from "../../operations/parts.ts";
import type { WatchStore } from "../../store/index.ts";
import type { Caller, Scope } from "../../users/caller.ts";

/** The files of the dashboard, and the addresses of its pages in the notation of the router. */
export interface Dashboard {
  readonly folder: string;
  readonly paths: readonly string[];
  /** Returns the files of the folder that the page at an address needs besides those that it names itself. */
  filesOf?(address: string): readonly string[];
}

/** What the HTTP server depends on. */
export interface HttpParts extends Parts {
  watch: WatchStore;
  log: FastifyBaseLogger;
  /** Resolves when the engine has started; requests wait until then. */
  started: Promise<void>;
  /** Absent: the platform has no dashboard. */
  dashboard?: Dashboard;
}

export type Routes = (parts: HttpParts) => FastifyPluginAsync;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Scope that the API key must have (default: `admin`); `public` requires no key. */
    scope?: Scope | "public";
    /** Rate limit that the request counts towards (default: by its method). */
    counts?: "read" | "write";
    /** With `dry_run=true` the request counts as a read: it changes nothing. */
    hasDryRuns?: boolean;
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
