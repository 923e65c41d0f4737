import { Type } from "typebox";

/** Texts of one form, in documents that the platform writes. */
const form = (pattern: string) => (description?: string) =>
  Type.String({ pattern, ...(description !== undefined && { description }) });

export const BotId = form("^bot_[0-9A-Za-z_-]+$");
export const RunId = form("^run_[0-9A-Za-z_-]+$");
export const KeyId = form("^[0-9a-z]{10}$");
export const RequestId = form("^req_[0-9a-z]+$");
export const Key = form("^by_[0-9a-z]{10}_[0-9A-Za-z]{49}$");
export const Sha256 = form("^[0-9a-f]{64}$");
export const BotType = form("^(realtime|scheduled)/[a-z0-9][a-z0-9-]*$");
/** A version as authors write it: two or three numbers, and what semver allows after them. */
export const Version = form("^\\d+(\\.\\d+){0,2}([-+][0-9A-Za-z.+-]+)?$");
export const Path = form("^/");

export const Uri = (description: string) => Type.String({ format: "uri", description });
export const Markdown = (description: string) =>
  Type.String({ contentMediaType: "text/markdown", description });
