import type { Readable } from "node:stream";
import { Type } from "typebox";
import type { CatalogEntry, Package } from "../custom-bots/catalog.ts";
import { listBytes } from "../custom-bots/receive.ts";
import type { Uploaded } from "../custom-bots/upload.ts";
import { PlatformError } from "../errors/platform-error.ts";
import { pageOf, readCursor } from "./cursor.ts";
import {
  CustomBotDocument,
  CustomBotPage,
  type CustomBotSummaryView,
  CustomBotVersions,
  type CustomBotView,
  SentFiles,
  UploadedCustomBot,
} from "./documents/custom-bot.ts";
import { Exactly, pageQuery } from "./documents/named.ts";
import { type Operation, operation } from "./operation.ts";
import type { Parts } from "./parts.ts";
import { ended } from "./perform.ts";

const tag = "custom bots";
const name = Type.String();
const version = Type.String({ description: "Exact version, range or `latest`." });
const digestOf = (body: string) =>
  Type.Optional(
    Type.String({
      pattern: "^[0-9a-fA-F]{64}$",
      description: `SHA-256 of the ${body}; the upload is refused if it differs.`,
    }),
  );
const one = Exactly({ name, version: Type.Optional(version) });

/** The custom bots that a user has uploaded. */
export const customBots = {
  listCustomBots: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List the caller's custom bots, each with its latest version",
    input: Exactly(pageQuery),
    output: CustomBotPage,
    async run({ catalog }, { caller }, { limit = 50, cursor }) {
      const after = readCursor(cursor, 1)?.[0];
      const found = await catalog.list(caller.user_id, { after, limit: limit + 1 });
      return pageOf(found.map(summaryOf), limit, ({ name }) => [name]);
    },
  }),

  getCustomBot: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "Get a custom bot (default: its latest version)",
    input: one,
    output: CustomBotDocument,
    run: async (parts, { caller }, { name, version }) =>
      documentOf(parts, caller.user_id, await parts.catalog.resolve(caller.user_id, name, version)),
  }),

  listCustomBotVersions: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List the versions of a custom bot",
    input: Exactly({ name }),
    output: CustomBotVersions,
    async run({ catalog }, { caller }, { name }) {
      const versions = await catalog.versions(caller.user_id, name);
      return { items: versions.map((version) => ({ version })) };
    },
  }),

  getCustomBotSchema: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "Get the configuration schema as uploaded",
    input: one,
    output: Type.Unknown({ description: "A JSON Schema (draft-07)." }),
    run: ({ catalog }, { caller }, { name, version }) => catalog.resolve(caller.user_id, name, version),
  }),

  getCustomBotReadme: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "Get the README as uploaded",
    input: one,
    output: Type.String({ contentMediaType: "text/markdown", description: "Markdown." }),
    async run({ catalog }, { caller }, { name, version }) {
      const found = await catalog.resolve(caller.user_id, name, version);
      if (found.readme !== undefined) return found.readme;
      throw new PlatformError("not_found", `"${found.name}" ${found.version} has no README.`);
    },
  }),

  deleteCustomBotVersion: operation({
    scope: "deploy",
    kind: "write",
    tag,
    summary: "Delete a version that no bot uses",
    description:
      "The version must be exact. Its number is not used again for other content; uploading the same content restores it.",
    input: Exactly({ name, version: Type.String({ description: "Exact version." }) }),
    output: Type.Null({ description: "Deleted." }),
    async run({ catalog, uploads }, { caller }, { name, version }) {
      await uploads.remove(caller.user_id, name, version);
      catalog.forget(caller.user_id, name, version);
      return null;
    },
  }),

  uploadCustomBot: operation({
    scope: "deploy",
    kind: "write",
    addsData: true,
    tag,
    summary: "Upload a package",
    description: "The body is the package archive (`.tar.gz`).",
    input: Exactly({
      archive: Type.Unsafe<Readable>(Type.Unknown({ type: "string", format: "binary" })),
      sha256: digestOf("archive"),
    }),
    unchecked: ["archive"],
    output: UploadedCustomBot,
    async run(parts, { caller, gone }, { archive, sha256 }) {
      const limit = { bytes: parts.settings.uploadBytes, ended: ended({ gone }) };
      return uploadedOf(
        parts,
        caller.user_id,
        await parts.uploads.take(caller.user_id, archive, limit, sha256),
      );
    },
  }),

  uploadFileList: operation({
    scope: "deploy",
    kind: "write",
    addsData: true,
    tag,
    summary: "Upload a package by the list of its files",
    description:
      'The body has a line for each file, sorted by the bytes of its path: `["path",executable,bytes,"sha256"]`. Contents that you have not sent yet are listed in `missing` of the problem `files_missing`.',
    input: Exactly({
      list: Type.Unsafe<Readable>(Type.Unknown({ type: "string", format: "binary" })),
      sha256: digestOf("list"),
    }),
    unchecked: ["list"],
    output: UploadedCustomBot,
    async run(parts, { caller, gone }, { list, sha256 }) {
      const limit = { bytes: listBytes(parts.settings), ended: ended({ gone }) };
      return uploadedOf(
        parts,
        caller.user_id,
        await parts.uploads.takeList(caller.user_id, list, limit, sha256),
      );
    },
  }),

  sendFiles: operation({
    scope: "deploy",
    kind: "write",
    addsData: true,
    tag,
    summary: "Send contents of packages before their list",
    description:
      "The body is an archive (`.tar.gz`) whose files are named by the SHA-256 of their contents, in lower-case hexadecimal. Contents that no version of yours has are removed after 24 hours.",
    input: Exactly({ archive: Type.Unsafe<Readable>(Type.Unknown({ type: "string", format: "binary" })) }),
    unchecked: ["archive"],
    output: SentFiles,
    async run({ settings, uploads }, { caller, gone }, { archive }) {
      const limit = { bytes: settings.uploadBytes, ended: ended({ gone }) };
      return uploads.takeFiles(caller.user_id, archive, limit);
    },
  }),
} satisfies Record<string, Operation>;

async function uploadedOf(parts: Parts, ownerId: string, taken: Uploaded) {
  return {
    ...(await documentOf(parts, ownerId, taken.package)),
    ...(taken.already && { already: true as const }),
    ...(taken.warnings.length > 0 && { warnings: taken.warnings }),
  };
}

async function documentOf({ catalog }: Parts, ownerId: string, found: Package): Promise<CustomBotView> {
  const { config, schema, schema_text, ...shown } = found;
  const { name, version, ...rest } = config;
  const { description, author, entrypoints, metadata, type, runtime } = rest;
  const versions = await catalog.versions(ownerId, name);
  const { version: latest_version } = await catalog.resolve(ownerId, name);
  return {
    ...shown,
    ...{ latest_version, versions, type, runtime, entrypoints },
    ...(description !== undefined && { description }),
    ...(author !== undefined && { author }),
    ...(metadata !== undefined && { metadata }),
    has_queries: entrypoints.query !== undefined,
  };
}

function summaryOf({ latest, created_at, updated_at }: CatalogEntry): CustomBotSummaryView {
  const { description, author, type, runtime } = latest.config;
  return {
    name: latest.name,
    version: latest.version,
    type,
    runtime,
    ...(description !== undefined && { description }),
    ...(author !== undefined && { author }),
    created_at,
    updated_at,
  };
}
