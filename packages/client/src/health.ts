import { baseUrl } from "./address.ts";
import { Transport, type TransportOptions } from "./transport.ts";
import type { Health } from "./types.ts";

/** Reads `GET /healthz`, which needs no key and is outside the API root. */
export function readHealth(options: TransportOptions): Promise<Health> {
  return new Transport({ ...options, key: undefined, url: baseUrl(options.url) }).json("GET", "/healthz", {
    timeoutMs: 5_000,
  });
}
