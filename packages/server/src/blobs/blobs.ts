/** What blobs are: contents of files of packages, or lists of packages. A content may be equal to a list. */
export type BlobKind = "files" | "lists";

/** All kinds. */
export const blobKinds: readonly BlobKind[] = ["files", "lists"];

/** A blob that is read: its size, and its bytes in pieces. */
export interface OpenBlob {
  bytes: number;
  /** To be read once, to its end. What was changed since it was stored is not noticed here: compare its SHA-256. */
  body: AsyncIterable<Buffer>;
}

/** A blob to store. */
export interface NewBlob {
  sha256: string;
  /** Opens it; called again if storing it is repeated, and not at all if the blob is there. */
  open(): Promise<OpenBlob>;
}

/**
 * Where blobs are kept, each once, under the SHA-256 of their bytes in hex. A blob never changes. The caller must not remove
 * a blob while it stores the same one or a record that names it.
 */
export interface Blobs {
  /**
   * Stores blobs. Those that are there are kept. When it returns, all of them survive a power failure; if it fails, each is
   * there as a whole or not at all.
   *
   * @throws {BlobDamagedError} if one has not the SHA-256 that it should have
   * @throws {Error} the error of the disk or of the database
   */
  put(kind: BlobKind, blobs: readonly NewBlob[]): Promise<void>;
  /** Opens a blob; `undefined` if there is none. */
  open(kind: BlobKind, sha256: string): Promise<OpenBlob | undefined>;
  /** Returns which of these blobs are there. They are not read. */
  has(kind: BlobKind, sha256s: readonly string[]): Promise<Set<string>>;
  /** Removes blobs. Those that are missing are ignored. */
  remove(kind: BlobKind, sha256s: readonly string[]): Promise<void>;
  /** Returns the SHA-256s of all blobs in pages of at most 1,000. The caller may remove those of a page meanwhile. */
  list(kind: BlobKind): AsyncIterable<string[]>;
}

/** The same blobs for those who must be answered soon, and for those who can wait for a database. */
export interface KeptBlobs {
  readonly forRequests: Blobs;
  readonly forEngine: Blobs;
}

/** A blob has other bytes than those that its SHA-256 is of. */
export class BlobDamagedError extends Error {
  readonly code = "blob_damaged";

  constructor(kind: BlobKind, sha256: string, actual: string) {
    super(
      `The content ${sha256} (${kind}) is damaged: its SHA-256 is ${actual}. Send it again from where it is not damaged.`,
    );
    this.name = "BlobDamagedError";
  }
}
