import { openAsBlob } from "node:fs";
import { ApiError, type Client, UnreachableError } from "@botyard/client";
import type { Context } from "../context.ts";
import { patiently } from "../desired/patiently.ts";
import { Failure } from "../failure.ts";
import { counted } from "../output/counted.ts";
import { bytes } from "../output/times.ts";
import { failureOf } from "../report.ts";
import type { HashedFile } from "./hashed-files.ts";
import type { PreparedFolder } from "./prepare-folder.ts";
import { beginUpload, isUnfinished } from "./unfinished-upload.ts";
import { divide, type Part, packPart } from "./upload-parts.ts";
import { UploadProgress } from "./upload-progress.ts";

/**
 * Sends the contents that the platform lacks, in parts, and shows the progress. The platform keeps each part that it
 * acknowledged: after an interruption, the next attempt sends the others.
 *
 * @param missing their digests
 * @returns the bytes that were sent
 * @throws {Failure} the exit code of the error, if a part could not be sent
 */
export async function sendFiles(
  context: Context,
  client: Client,
  prepared: PreparedFolder,
  missing: readonly string[],
): Promise<number> {
  const { dir, config, files, limits, place } = prepared;
  const upload = { url: client.url, name: config.name, version: config.version };
  const wanted = new Set(missing);
  const contents = [...new Map(files.map((file) => [file.sha256, file])).values()];
  const left = contents.filter(({ sha256 }) => wanted.has(sha256));
  context.note(announcement(prepared, contents, left, await isUnfinished(dir, upload)));
  await beginUpload(dir, upload);
  const progress = new UploadProgress(context, sumOf(left));
  let sent = 0;
  try {
    for await (const part of packedAhead(divide(left, limits), (one) => packPart(one, place, limits))) {
      const body = await openAsBlob(part.path);
      await patiently(context, () => client.customBots.uploadFiles(body));
      await part.remove();
      sent += part.packedBytes;
      progress.add(sumOf(part.files));
    }
    return sent;
  } catch (error) {
    progress.end();
    if (context.signal.aborted) context.note(`Interrupted. ${soFar(progress)}`);
    throw context.signal.aborted || !isPassing(error) ? error : interrupted(context, progress, error);
  } finally {
    progress.end();
  }
}

/** Packs each part while the one before is sent. */
async function* packedAhead(
  parts: readonly HashedFile[][],
  pack: (files: readonly HashedFile[]) => Promise<Part>,
): AsyncGenerator<Part> {
  const begin = (at: number) => {
    const packing = parts[at] && pack(parts[at]);
    // It is awaited later, if at all: sending the part before may fail first.
    packing?.catch(() => {});
    return packing;
  };
  let next = begin(0);
  for (let at = 1; next; at++) {
    const part = await next;
    next = begin(at);
    yield part;
  }
}

function announcement(
  { config: { name, version } }: PreparedFolder,
  contents: readonly HashedFile[],
  left: readonly HashedFile[],
  isResumed: boolean,
): string {
  const [all, open] = [sumOf(contents), sumOf(left)];
  const there = all.files - open.files;
  if (there === 0)
    return `Uploading ${name} ${version} (${counted(all.files, "file")}, ${bytes(all.bytes)}) ...`;
  if (isResumed)
    return `Resuming the upload of ${name} ${version}: ${bytes(all.bytes - open.bytes)} of ${bytes(all.bytes)} are there, ${there} of ${all.files} files.`;
  return `Uploading ${name} ${version} (${open.files} of ${all.files} files, ${bytes(open.bytes)} of ${bytes(all.bytes)}; the platform has the others) ...`;
}

function sumOf(files: readonly HashedFile[]): { files: number; bytes: number } {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** The same upload may succeed later. */
const isPassing = (error: unknown) =>
  error instanceof UnreachableError || (error instanceof ApiError && [429, 503].includes(error.status));

function interrupted(context: Context, progress: UploadProgress, error: unknown): Failure {
  const { exitCode, message, details, next } = failureOf(error, context.env);
  return new Failure(exitCode, `${message} ${soFar(progress)}`, {
    details,
    next: ["platform custom-bot deploy    (sends what is missing)", ...next],
    cause: error,
  });
}

const soFar = ({ done, all }: UploadProgress) =>
  `${bytes(done.bytes)} of ${bytes(all.bytes)} were uploaded; the next deploy sends the rest.`;
