import { allItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { CustomBot, CustomBotSummary, UploadedCustomBot } from "./types.ts";

const version = (name: string, spec: string) => `/custom-bots/${part(name)}/versions/${part(spec)}`;
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

export const customBotCalls = (transport: Transport) => ({
  list: () => allItems<CustomBotSummary>(transport, "/custom-bots"),

  /** Returns a custom bot. `spec` is an exact version, a range or `latest` (default: the latest stable version). */
  get: (name: string, spec?: string) =>
    transport.json<CustomBot>("GET", `/custom-bots/${part(name)}`, { query: { version: spec } }),

  /** Returns the text of the configuration schema. */
  schema: async (name: string, spec = "latest"): Promise<string> =>
    text((await transport.send("GET", `${version(name, spec)}/schema`)).bytes),

  /** Returns the text of the readme. */
  readme: async (name: string, spec = "latest"): Promise<string> =>
    text((await transport.send("GET", `${version(name, spec)}/readme`)).bytes),

  /** Deletes a version that no bot uses. `exact` is an exact version. */
  deleteVersion: async (name: string, exact: string): Promise<void> => {
    await transport.send("DELETE", version(name, exact));
  },

  /** Uploads a package (`.tar.gz`); again if it was refused for the moment. `already` is set in the result if the same content was uploaded before. */
  upload: (archive: Blob | Uint8Array<ArrayBuffer>, sha256: string) =>
    transport.json<UploadedCustomBot>("POST", "/custom-bots", {
      body: archive,
      once: true,
      headers: { "content-type": "application/gzip", "x-content-sha256": sha256 },
      timeoutMs: 30 * 60_000,
    }),
});
