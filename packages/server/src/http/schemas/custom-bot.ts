import { type Static, Type } from "typebox";
import { Exactly, named, Page, Time } from "./named.ts";

const model = Type.Enum(["realtime", "scheduled"]);

const summary = Exactly({
  name: Type.String(),
  version: Type.String({ description: "The latest one." }),
  type: model,
  runtime: Type.String(),
  description: Type.Optional(Type.String()),
  author: Type.Optional(Type.String()),
  created_at: Time("When the first version was uploaded."),
  updated_at: Time("When the last version was uploaded."),
});

export type CustomBotSummaryView = Static<typeof summary>;
export const CustomBotPage = named("CustomBotPage", Page(named("CustomBotSummary", summary)));

const fields = {
  name: Type.String(),
  version: Type.String(),
  latest_version: Type.String(),
  versions: Type.Array(Type.String(), { description: "The newest first." }),
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
  sha256: Type.String({ description: "Of the archive." }),
  bytes: Type.Integer({ description: "Of the archive." }),
  readme: Type.Optional(Type.String({ description: "The readme's own text." })),
  created_at: Time("When this version was uploaded."),
};

const customBot = Exactly(fields);
export type CustomBotView = Static<typeof customBot>;
export const CustomBotDocument = named("CustomBot", customBot);

const uploaded = Exactly({
  ...fields,
  already: Type.Optional(
    Type.Literal(true, {
      description: "This version with this content was there before; nothing was stored.",
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
export const CustomBotVersions = named(
  "CustomBotVersions",
  Exactly({ items: Type.Array(Exactly({ version: Type.String() }), { description: "The newest first." }) }),
);
