import { openAsBlob } from "node:fs";
import { ApiError, type Client } from "@botyard/client";
import type { Context } from "../context.ts";
import { invalid } from "../failure.ts";
import { bytes } from "../output/times.ts";
import type { PackedFolder } from "./pack-folder.ts";

/** Uploads a package. Returns true if the platform had the same content already. */
export async function uploadPackage(
  context: Context,
  client: Client,
  packed: PackedFolder,
): Promise<boolean> {
  context.note(`Uploading ${packed.config.name} ${packed.config.version} (${bytes(packed.bytes)}) ...`);
  try {
    const answer = await client.customBots.upload(await openAsBlob(packed.path), packed.sha256);
    return answer.already === true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "version_exists") throw error;
    const { message, next } = otherContent(packed.config);
    throw invalid(
      message,
      error.requestId ? [`request_id: ${error.requestId}`] : [],
      `${next}, then: platform custom-bot deploy`,
    );
  }
}

/** Returns true if the platform has this very archive; a key that may only upload cannot tell. */
export async function isThere(client: Client, { config, sha256 }: PackedFolder): Promise<boolean> {
  try {
    return (await client.customBots.get(config.name, config.version)).sha256 === sha256;
  } catch (error) {
    if (error instanceof ApiError && [403, 404].includes(error.status)) return false;
    throw error;
  }
}

/** Says that a version exists with other content, and what to do. */
export function otherContent({ name, version }: PackedFolder["config"]): { message: string; next: string } {
  return {
    message: `Version ${version} of ${name} already exists with different content, and a version cannot be changed.`,
    next: `set version: ${bumped(version)} in bot-config.yaml`,
  };
}

/** Returns the next patch version; for a prerelease, the release. */
function bumped(version: string): string {
  const [, major, minor, patch, rest] = /^(\d+)\.(\d+)\.(\d+)(.*)$/.exec(version) ?? [];
  return rest?.startsWith("-") ? `${major}.${minor}.${patch}` : `${major}.${minor}.${Number(patch) + 1}`;
}
