import { type BlobKind, type Blobs, blobKinds, type NewBlob } from "./blobs.ts";
import { isDamaged } from "./verified.ts";

/**
 * Copies all blobs that the target does not have, or has damaged, page by page. An interrupted copy can be repeated.
 *
 * @returns how many of each kind the source has
 * @throws {BlobDamagedError} if one of the source is damaged: it is not stored then
 */
export async function copyBlobs(
  from: Blobs,
  to: Blobs,
  signal?: AbortSignal,
): Promise<Record<BlobKind, number>> {
  const found = { files: 0, lists: 0 };
  for (const kind of blobKinds)
    for await (const page of from.list(kind)) {
      found[kind] += page.length;
      const there = await to.has(kind, page);
      for (const sha256 of there) {
        signal?.throwIfAborted();
        if (!(await isDamaged(to, kind, sha256))) continue;
        await to.remove(kind, [sha256]);
        there.delete(sha256);
      }
      const missing = page.filter((sha256) => !there.has(sha256));
      await to.put(
        kind,
        missing.map((sha256) => blobOf(from, kind, sha256, signal)),
      );
    }
  return found;
}

const blobOf = (from: Blobs, kind: BlobKind, sha256: string, signal?: AbortSignal): NewBlob => ({
  sha256,
  async open() {
    signal?.throwIfAborted();
    const blob = await from.open(kind, sha256);
    if (blob) return blob;
    throw new Error(`The content ${sha256} (${kind}) was removed while it was copied. Copy again.`);
  },
});
