import { type Static, Type } from "typebox";
import { Markdown, Sha256, Version } from "./forms.ts";
import { Exactly, named, Page, Time } from "./named.ts";

const model = Type.Enum(["realtime", "scheduled"]);

const summary = Exactly({
  name: Type.String(),
  version: Version("Latest version."),
  type: model,
  runtime: Type.String(),
  description: Type.Optional(Type.String()),
  author: Type.Optional(Type.String()),
  created_at: Time("Time at which the first version was uploaded."),
  updated_at: Time("Time at which the last version was uploaded."),
});

export type CustomBotSummaryView = Static<typeof summary>;
export const CustomBotPage = named("CustomBotPage", Page(named("CustomBotSummary", summary)));

const fields = {
  name: Type.String(),
  version: Version(),
  latest_version: Version(),
  versions: Type.Array(Version(), { description: "Newest first." }),
  type: model,
  runtime: Type.String(),
  description: Type.Optional(Type.String()),
  author: Type.Optional(Type.String()),
  entrypoints: Exactly({ bot: Type.String(), query: Type.Optional(Type.String()) }),
  metadata: Type.Optional(
    Exactly({
      categories: Type.Optional(Type.Array(Type.String())),
      tags: Type.Optional(Type.Array(Type.String())),
      complexity: Type.Optional(Type.String()),
    }),
  ),
  has_queries: Type.Boolean(),
  sha256: Sha256("SHA-256 of the archive, or of the file list if it was uploaded as one, in hexadecimal."),
  content_sha256: Sha256(
    "SHA-256 of the list of the files, in hexadecimal: the same for every upload of them.",
  ),
  bytes: Type.Integer({ description: "Size of the archive, or of all files of the list." }),
  readme: Type.Optional(Markdown("Text of the README.")),
  created_at: Time("Time at which this version was uploaded."),
};

const customBot = Exactly(fields);
export type CustomBotView = Static<typeof customBot>;
export const CustomBotDocument = named("CustomBot", customBot);

const uploaded = Exactly({
  ...fields,
  already: Type.Optional(
    Type.Literal(true, {
      description: "This version already existed with this content; nothing was stored.",
    }),
  ),
  warnings: Type.Optional(
    Type.Array(
      Exactly({
        detail: Type.String(),
        code: Type.Optional(Type.String()),
        file: Type.Optional(Type.String()),
        line: Type.Optional(Type.Integer()),
        column: Type.Optional(Type.Integer()),
        pointer: Type.Optional(Type.String()),
        next: Type.Optional(Type.String()),
        severity: Type.Optional(Type.Enum(["error", "warning"])),
      }),
    ),
  ),
});
export const UploadedCustomBot = named("UploadedCustomBot", uploaded);
export const SentFiles = named(
  "SentFiles",
  Exactly({
    files: Type.Integer({ description: "Number of the files." }),
    bytes: Type.Integer({ description: "Size of the files." }),
  }),
);
export const CustomBotVersions = named(
  "CustomBotVersions",
  Exactly({ items: Type.Array(Exactly({ version: Version() }), { description: "Newest first." }) }),
);
