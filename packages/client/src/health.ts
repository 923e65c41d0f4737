import { baseUrl } from "./address.ts";
import { Transport, type TransportOptions } from "./transport.ts";
import type { Health } from "./types.ts";

/** Reads `GET /healthz`, which needs no key and is outside the API root. */
export function readHealth(options: TransportOptions): Promise<Health> {
  return new Transport({ ...options, key: undefined, url: baseUrl(options.url) }).json("GET", "/healthz", {
    timeoutMs: 5_000,
  });
}

/** Reads `GET /metrics`: metrics of the platform itself, in the text format of Prometheus. It is outside the API root too. */
export async function readPrometheus(options: TransportOptions): Promise<string> {
  const transport = new Transport({ ...options, url: baseUrl(options.url) });
  const { bytes } = await transport.send("GET", "/metrics", { headers: { accept: "text/plain" } });
  return new TextDecoder().decode(bytes);
}
