import { allItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { CustomBot, CustomBotSummary, SentFiles, UploadedCustomBot } from "./types.ts";

const version = (name: string, spec: string) => `/custom-bots/${part(name)}/versions/${part(spec)}`;
/** Packages are large, and are checked before the answer. */
const uploadMs = 30 * 60_000;
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
      timeoutMs: uploadMs,
    }),

  /**
   * Uploads a version as the list of its files. `sha256` is the digest of the list.
   *
   * @throws {ApiError} `files_missing`: `missing` has the contents that `uploadFiles` must send before; 404 or 405 if the
   * platform accepts only archives
   */
  uploadFileList: (list: Uint8Array<ArrayBuffer>, sha256: string) =>
    transport.json<UploadedCustomBot>("POST", "/custom-bots/file-list", {
      body: list,
      once: true,
      headers: { "content-type": "application/jsonl", "x-content-sha256": sha256 },
      timeoutMs: uploadMs,
    }),

  /** Uploads contents of files for later lists: a `.tar.gz` of files that are named by their SHA-256. */
  uploadFiles: (archive: Blob | Uint8Array<ArrayBuffer>) =>
    transport.json<SentFiles>("POST", "/custom-bots/files", {
      body: archive,
      once: true,
      headers: { "content-type": "application/gzip" },
      timeoutMs: uploadMs,
    }),
});
