import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { listLineBytes } from "@botyard/manifest";
import { PlatformError } from "../errors/platform-error.ts";
import type { Settings } from "../settings/settings.ts";
import { uploadsDir } from "./files.ts";
import { freePiece } from "./free-piece.ts";

export interface Received {
  path: string;
  sha256: string;
  bytes: number;
}

export interface Limit {
  bytes: number;
  /** Rejects when the upload must not go on, even if nothing more arrives. */
  ended: Promise<never>;
}

/**
 * An upload of which fewer bytes than this arrive in a period of this length is ended. The periods follow each other from
 * its beginning, so that one that stalls lasts for two of them at most.
 */
export const leastBytes = 32 * 1024;
export const leastBytesMs = 30_000;

/**
 * Writes an upload to a temporary file as it arrives, without keeping it in memory. The file is removed if the upload
 * fails.
 * @throws {PlatformError} `payload_too_large`, `request_timeout`, `malformed_request` if the connection is closed
 * @throws {Error} the system error, if the upload cannot be stored
 */
export async function receive(body: Readable, dataDir: string, limit: Limit): Promise<Received> {
  await mkdir(uploadsDir(dataDir), { recursive: true, mode: 0o700 });
  const path = join(uploadsDir(dataDir), `${randomUUID()}.part`);
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  const pieces = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  const stop = new AbortController();
  limit.ended.catch((reason: unknown) => stop.abort(reason));
  let bytes = 0;
  let before = 0;
  const watch = setInterval(() => {
    if (bytes - before < leastBytes) stop.abort(stalled());
    before = bytes;
  }, leastBytesMs).unref();
  try {
    for (;;) {
      const { done, value: piece } = await nextOf(pieces, stop.signal).catch((error: unknown) => {
        // Not a fault of the platform, whose log would show it.
        throw body.destroyed && !stop.signal.aborted ? cutOff() : error;
      });
      if (done) break;
      bytes += piece.length;
      if (bytes > limit.bytes) throw tooLarge(limit.bytes);
      hash.update(piece);
      await file.writeFile(piece);
      freePiece(piece);
    }
    await file.close();
    return { path, sha256: hash.digest("hex"), bytes };
  } catch (error) {
    // Not awaited: it waits for a piece that may never come. Later, the rest of the body can be discarded.
    pieces.return?.().catch(() => undefined);
    await file.close();
    await rm(path, { force: true });
    throw error;
  } finally {
    clearInterval(watch);
  }
}

/** Waits for the next piece. `Promise.race` would keep every piece in memory until the other promise is settled. */
function nextOf(pieces: AsyncIterator<Buffer>, stop: AbortSignal): Promise<IteratorResult<Buffer>> {
  return new Promise((resolve, reject) => {
    stop.throwIfAborted();
    stop.onabort = () => reject(stop.reason);
    pieces.next().then(resolve, reject);
  });
}

const cutOff = () =>
  new PlatformError("malformed_request", "The connection was closed before the whole package had arrived.");

const stalled = () =>
  new PlatformError(
    "request_timeout",
    `Fewer than ${leastBytes} bytes of the package arrived within ${leastBytesMs / 1000} s.`,
  );

/** The largest list of files. */
export const listBytes = ({ uploadBytes, packageFiles }: Pick<Settings, "uploadBytes" | "packageFiles">) =>
  Math.min(uploadBytes, packageFiles * listLineBytes);

export function tooLarge(maxBytes: number): PlatformError {
  return new PlatformError(
    "payload_too_large",
    `The package is larger than ${maxBytes} bytes, the limit of this platform (PLATFORM_UPLOAD_BYTES). Leave out files that the bot does not need.`,
  );
}
