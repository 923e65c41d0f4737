import type { CatalogEntry, Package } from "../../custom-bots/catalog.ts";
import type { CustomBotSummaryView, CustomBotView } from "../schemas/custom-bot.ts";

export function customBotView(found: Package, versions: string[], latest: string): CustomBotView {
  const { description, author, entrypoints, metadata, type, runtime } = found.config;
  return {
    name: found.name,
    version: found.version,
    latest_version: latest,
    versions,
    type,
    runtime,
    ...(description !== undefined && { description }),
    ...(author !== undefined && { author }),
    entrypoints,
    ...(metadata !== undefined && { metadata }),
    has_queries: entrypoints.query !== undefined,
    sha256: found.sha256,
    bytes: found.bytes,
    ...(found.readme !== undefined && { readme: found.readme }),
    created_at: found.created_at,
  };
}

export function summaryView({
  latest,
  created_at: createdAt,
  updated_at: updatedAt,
}: CatalogEntry): CustomBotSummaryView {
  const { description, author, type, runtime } = latest.config;
  return {
    name: latest.name,
    version: latest.version,
    type,
    runtime,
    ...(description !== undefined && { description }),
    ...(author !== undefined && { author }),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
