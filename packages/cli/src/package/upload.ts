import { openAsBlob } from "node:fs";
import { ApiError, type Client, type UploadedCustomBot } from "@botyard/client";
import type { Context } from "../context.ts";
import { patiently } from "../desired/patiently.ts";
import { invalid } from "../failure.ts";
import { bytes } from "../output/times.ts";
import type { PreparedFolder } from "./prepare-folder.ts";
import { sendFiles } from "./send-files.ts";
import { endUpload } from "./unfinished-upload.ts";

export interface Uploaded {
  /** The platform had the same content already. */
  already: boolean;
  /** SHA-256 by which the platform names the package. */
  sha256: string;
  /** Bytes of archives that were sent. */
  bytes: number;
}

/** Uploads a package: the list of its files, and the contents that the platform lacks. */
export async function uploadPackage(
  context: Context,
  client: Client,
  prepared: PreparedFolder,
): Promise<Uploaded> {
  try {
    return await byList(context, client, prepared);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "version_exists") throw error;
    const { message, next } = otherContent(prepared.config);
    throw invalid(
      message,
      error.requestId ? [`request_id: ${error.requestId}`] : [],
      `${next}, then: platform custom-bot deploy`,
    );
  }
}

/**
 * Has nothing sent for a version that exists with other content.
 * @throws {Failure} exit code 6
 */
async function requireNew(client: Client, { config, contentSha256 }: PreparedFolder): Promise<void> {
  try {
    const { content_sha256 }: Told = await client.customBots.get(config.name, config.version);
    // Contents of the same version may be damaged on the disk.
    if (content_sha256 === contentSha256) return;
  } catch (error) {
    // A key that may only upload cannot tell: the platform refuses the version later.
    if (error instanceof ApiError && [403, 404].includes(error.status)) return;
    throw error;
  }
  const { message, next } = otherContent(config);
  throw invalid(message, [], `${next}, then: platform custom-bot deploy`);
}

async function byList(context: Context, client: Client, prepared: PreparedFolder): Promise<Uploaded> {
  const { name, version } = prepared.config;
  const first = await offer(context, client, prepared);
  if (first === "unsupported") return byArchive(context, client, prepared);
  if (!("missing" in first)) {
    context.note(`The platform has all files of ${name} ${version} already.`);
    return taken(prepared, first, 0);
  }
  await requireNew(client, prepared);
  const sent = await sendFiles(context, client, prepared, first.missing);
  const second = await patiently(context, () => sendList(client, prepared));
  return taken(prepared, second, sent);
}

const sendList = (client: Client, { list, contentSha256 }: PreparedFolder) =>
  client.customBots.uploadFileList(list, contentSha256);

/** Sends the list of a package. Returns the version, or what the platform lacks. */
async function offer(
  context: Context,
  client: Client,
  prepared: PreparedFolder,
): Promise<UploadedCustomBot | { missing: readonly string[] } | "unsupported"> {
  try {
    return await patiently(context, () => sendList(client, prepared));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "files_missing") return { missing: error.missing };
    // A platform of an earlier version accepts only archives.
    if ([404, 405].includes(error.status)) return "unsupported";
    throw error;
  }
}

async function taken({ dir }: PreparedFolder, answer: UploadedCustomBot, sent: number): Promise<Uploaded> {
  await endUpload(dir);
  return { already: answer.already === true, sha256: answer.sha256, bytes: sent };
}

async function byArchive(context: Context, client: Client, prepared: PreparedFolder): Promise<Uploaded> {
  const { name, version } = prepared.config;
  const packed = await prepared.archive();
  context.note(`Uploading ${name} ${version} (${bytes(packed.bytes)}) ...`);
  const body = await openAsBlob(packed.path);
  const { already = false } = await patiently(context, () => client.customBots.upload(body, packed.sha256));
  return { already, sha256: packed.sha256, bytes: packed.bytes };
}

/**
 * Returns the SHA-256 by which the platform names this very content; `undefined` if it does not have it. A key that may
 * only upload cannot tell.
 */
export async function findThere(client: Client, prepared: PreparedFolder): Promise<string | undefined> {
  const { name, version } = prepared.config;
  try {
    // A platform of an earlier version tells only the digest of the archive.
    const { sha256, content_sha256 }: Told = await client.customBots.get(name, version);
    const isSame =
      content_sha256 === undefined
        ? sha256 === (await prepared.archive()).sha256
        : content_sha256 === prepared.contentSha256;
    return isSame ? sha256 : undefined;
  } catch (error) {
    if (error instanceof ApiError && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

type Told = { sha256: string; content_sha256?: string };

/** Says that a version exists with other content, and what to do. */
export function otherContent({ name, version }: PreparedFolder["config"]): { message: string; next: string } {
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
