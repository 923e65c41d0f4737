import { allItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { CustomBot, CustomBotSummary, UploadedCustomBot } from "./types.ts";

const version = (name: string, spec: string) => `/custom-bots/${part(name)}/versions/${part(spec)}`;
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

export const customBotCalls = (transport: Transport) => ({
  list: () => allItems<CustomBotSummary>(transport, "/custom-bots"),

  /** `spec`: exact, a range or `latest`; absent: the latest stable version. */
  get: (name: string, spec?: string) =>
    transport.json<CustomBot>("GET", `/custom-bots/${part(name)}`, { query: { version: spec } }),

  /** The configuration schema, its own text. */
  schema: async (name: string, spec = "latest"): Promise<string> =>
    text((await transport.send("GET", `${version(name, spec)}/schema`)).bytes),

  /** The readme's own text. */
  readme: async (name: string, spec = "latest"): Promise<string> =>
    text((await transport.send("GET", `${version(name, spec)}/readme`)).bytes),

  /** Uploads a package; the same version with the same content is answered with `already`. */
  upload: (archive: Blob | Uint8Array<ArrayBuffer>, sha256: string) =>
    transport.json<UploadedCustomBot>("POST", "/custom-bots", {
      body: archive,
      headers: { "content-type": "application/gzip", "x-content-sha256": sha256 },
      timeoutMs: 600_000,
    }),
});
