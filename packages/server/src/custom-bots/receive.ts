import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { PlatformError } from "../errors.ts";
import { uploadsDir } from "./files.ts";

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
 * Writes an upload to a temporary file as it arrives, without keeping it in memory. The file is removed if the upload
 * fails.
 * @throws {PlatformError} `payload_too_large`
 * @throws {Error} the system error, if the upload cannot be read or stored
 */
export async function receive(body: Readable, dataDir: string, limit: Limit): Promise<Received> {
  await mkdir(uploadsDir(dataDir), { recursive: true, mode: 0o700 });
  const path = join(uploadsDir(dataDir), `${randomUUID()}.part`);
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  const pieces = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let bytes = 0;
  try {
    for (;;) {
      const next = pieces.next();
      // It stays pending if the upload ends before it, and fails with the connection.
      next.catch(() => undefined);
      const { done, value: chunk } = await Promise.race([limit.ended, next]);
      if (done) break;
      bytes += chunk.length;
      if (bytes > limit.bytes) throw tooLarge(limit.bytes);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.close();
    return { path, sha256: hash.digest("hex"), bytes };
  } catch (error) {
    // Not awaited: it waits for a piece that may never come. Later, the rest of the body can be discarded.
    pieces.return?.().catch(() => undefined);
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

export function tooLarge(maxBytes: number): PlatformError {
  return new PlatformError(
    "payload_too_large",
    `The package is larger than ${maxBytes} bytes, the limit of this platform (PLATFORM_UPLOAD_BYTES). Leave out files that the bot does not need.`,
  );
}
