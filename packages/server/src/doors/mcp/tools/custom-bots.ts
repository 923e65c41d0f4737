import { Type } from "typebox";
import { customBots } from "../../../operations/custom-bots.ts";
import { Exactly } from "../../../operations/documents/named.ts";
import { cut, fitting, resultBytes } from "./budget.ts";
import { exampleOf } from "./example.ts";
import { customBot, flag, free, integer, optionalText, text } from "./fields.ts";
import { shownSchema } from "./schema-view.ts";
import { reads, tool } from "./tool.ts";

const listed = 100;
const versionsListed = 20;
const readmeLength = 1_500;

export const customBotTools = {
  custom_bot_list: tool({
    title: "List custom bots",
    description: "Custom bots you can deploy, with latest version and type.",
    annotations: reads,
    operation: customBots.listCustomBots,
    input: Exactly({}),
    output: Type.Object({
      custom_bots: Type.Array(
        Type.Object({
          name: text,
          version: text,
          type: text,
          runtime: optionalText,
          description: optionalText,
        }),
      ),
      count: integer,
      truncated: Type.Optional(flag),
      hint: optionalText,
    }),
    async run(parts, call) {
      const page = await customBots.listCustomBots.run(parts, call, { limit: listed });
      const rows = page.items.map(({ name, version, type, runtime, description }) => ({
        ...{ name, version, type, runtime },
        ...(description !== undefined && { description: cut(description, 140) }),
      }));
      const shown = fitting(rows, resultBytes - 500);
      const truncated = page.next_cursor !== undefined || shown.length < rows.length;
      const hint = `Only ${shown.length} custom bots are listed. custom_bot_get works for every name; GET /api/v1/custom-bots lists all of them.`;
      return { custom_bots: shown, count: shown.length, truncated, ...(truncated && { hint }) };
    },
  }),

  custom_bot_get: tool({
    title: "Get custom bot",
    description: "One custom bot: versions, runtime, entrypoints, tags, readme excerpt.",
    annotations: reads,
    operation: customBots.getCustomBot,
    input: customBot,
    output: Type.Object({
      name: text,
      version: text,
      latest_version: optionalText,
      versions: Type.Optional(Type.Array(text)),
      type: text,
      runtime: text,
      description: optionalText,
      author: optionalText,
      entrypoints: Type.Optional(free),
      metadata: Type.Optional(free),
      has_queries: Type.Optional(flag),
      readme: optionalText,
      readme_truncated: Type.Optional(flag),
    }),
    async run(parts, call, input) {
      const found = await customBots.getCustomBot.run(parts, call, input);
      const { sha256, bytes, created_at, versions, description, author, readme, ...shown } = found;
      return {
        ...shown,
        versions: versions.slice(0, versionsListed),
        ...(versions.length > versionsListed && { versions_truncated: true }),
        ...(description !== undefined && { description: cut(description, 2_000) }),
        ...(author !== undefined && { author: cut(author, 200) }),
        ...(readme !== undefined && {
          readme: cut(readme, readmeLength),
          readme_truncated: readme.length > readmeLength,
        }),
      };
    },
  }),

  custom_bot_schema: tool({
    title: "Get configuration schema",
    description:
      "JSON Schema (draft-07) of a custom bot's settings plus a ready-to-edit config for bot_deploy. Call before bot_deploy or bot_update.",
    annotations: reads,
    operation: customBots.getCustomBotSchema,
    input: customBot,
    output: Type.Object({
      name: text,
      version: text,
      schema: free,
      example: Type.Optional(free),
      truncated: Type.Optional(flag),
      hint: optionalText,
    }),
    async run(parts, call, input) {
      const found = await customBots.getCustomBotSchema.run(parts, call, input);
      return shownSchema(found, await exampleOf(parts, call, found));
    },
  }),
};
