import { createHash } from "node:crypto";
import { BlobDamagedError, type BlobKind, type Blobs, type OpenBlob } from "./blobs.ts";

/**
 * Yields the pieces of a blob, and fails after the last one if they are not the blob.
 *
 * @throws {BlobDamagedError} if its SHA-256 or its size differs
 */
export async function* verified(
  kind: BlobKind,
  sha256: string,
  { bytes, body }: OpenBlob,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let read = 0;
  for await (const piece of body) {
    hash.update(piece);
    read += piece.length;
    yield piece;
  }
  const actual = hash.digest("hex");
  if (actual !== sha256 || read !== bytes) throw new BlobDamagedError(kind, sha256, actual);
}

/** Reads a blob, and returns whether it is there and damaged. */
export async function isDamaged(blobs: Blobs, kind: BlobKind, sha256: string): Promise<boolean> {
  const blob = await blobs.open(kind, sha256);
  if (!blob) return false;
  try {
    for await (const _ of verified(kind, sha256, blob));
    return false;
  } catch (error) {
    if (error instanceof BlobDamagedError) return true;
    throw error;
  }
}
