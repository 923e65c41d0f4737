import { createHash } from "node:crypto";
import type { VersionRow } from "@botyard/server/building-blocks";
import type { CustomBotFixture } from "../public/scenario.ts";

const anyConfig = { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: {} };

/** Returns the row of a custom bot that was never uploaded. */
export function versionOf(fixture: CustomBotFixture, ownerId: string, at: string): VersionRow {
  const { name, version = "1.0.0", type = "realtime", runtime = "python311", schema = anyConfig } = fixture;
  const { description, author, metadata, readme, queries = fixture.answers !== undefined } = fixture;
  const config = {
    ...{ name, version, type, runtime },
    ...(description !== undefined && { description }),
    ...(author !== undefined && { author }),
    entrypoints: { bot: "main.py", ...(queries && { query: "query.py" }) },
    schema: { bot: "bot-schema.json" },
    ...(readme !== undefined && { readme: "README.md" }),
    ...(metadata !== undefined && { metadata }),
  };
  const schemaText = JSON.stringify(schema, undefined, 2);
  const sha256 = createHash("sha256")
    .update(JSON.stringify([config, schemaText, readme]))
    .digest("hex");
  return {
    owner_id: ownerId,
    ...{ name, version, model: type, runtime, sha256 },
    config: JSON.stringify(config),
    schema: schemaText,
    readme: readme ?? null,
    content_sha256: sha256,
    bytes: schemaText.length,
    created_at: at,
    deleted_at: null,
  };
}
