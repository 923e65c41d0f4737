import { type QueryExecutorProvider, sql } from "kysely";
import type { BlobKind, Blobs, NewBlob, OpenBlob } from "../blobs.ts";
import { verified } from "../verified.ts";
import { chunkBytes, inChunks } from "./chunks.ts";

/** The database of a store. */
export interface BlobDatabase {
  /** For reads. */
  readonly main: QueryExecutorProvider;
  /** Runs work in a transaction, repeatedly if it meets others; a commit is durable when it returns. */
  transaction<T>(work: (trx: QueryExecutorProvider) => Promise<T>): Promise<T>;
}

interface Chunk {
  sha256: string;
  number: number;
  /** Size of the whole blob. */
  bytes: number;
  data: Buffer;
}

/** Small blobs are written together, in a statement of at most this many rows and bytes. */
const rowsTogether = 200;
const bytesTogether = 1024 * 1024;
const pageSize = 1_000;

/**
 * Blobs in a table of chunks. All chunks of a blob are written by one transaction, so that its first one stands for it.
 * Transactions that write fail in a process that does not own the store any more: it cannot remove what its successor uses.
 */
export class DatabaseBlobs implements Blobs {
  readonly #database: BlobDatabase;

  constructor(database: BlobDatabase) {
    this.#database = database;
  }

  async put(kind: BlobKind, blobs: readonly NewBlob[]): Promise<void> {
    for (let at = 0; at < blobs.length; at += pageSize) {
      const page = blobs.slice(at, at + pageSize);
      const there = await this.has(
        kind,
        page.map(({ sha256 }) => sha256),
      );
      await this.#putNew(
        kind,
        page.filter(({ sha256 }) => !there.has(sha256)),
      );
    }
  }

  async open(kind: BlobKind, sha256: string): Promise<OpenBlob | undefined> {
    const first = await this.#chunk(kind, sha256, 0);
    return first && { bytes: first.bytes, body: this.#pieces(kind, sha256, first) };
  }

  async has(kind: BlobKind, sha256s: readonly string[]): Promise<Set<string>> {
    const { rows } = await sql<{ sha256: string }>`select sha256 from blob_chunks
      where kind = ${kind} and number = 0 and sha256 = any(${sha256s}::text[])`.execute(this.#database.main);
    return new Set(rows.map(({ sha256 }) => sha256));
  }

  async remove(kind: BlobKind, sha256s: readonly string[]): Promise<void> {
    if (sha256s.length === 0) return;
    await this.#database.transaction((trx) =>
      sql`delete from blob_chunks where kind = ${kind} and sha256 = any(${sha256s}::text[])`.execute(trx),
    );
  }

  async *list(kind: BlobKind): AsyncGenerator<string[]> {
    for (let after = "", isMore = true; isMore; ) {
      const { rows } = await sql<{ sha256: string }>`select sha256 from blob_chunks
        where kind = ${kind} and number = 0 and sha256 > ${after} order by sha256 limit ${pageSize}`.execute(
        this.#database.main,
      );
      if (rows.length > 0) yield rows.map(({ sha256 }) => sha256);
      after = rows.at(-1)?.sha256 ?? after;
      isMore = rows.length === pageSize;
    }
  }

  /** Small blobs are gathered into transactions; a large one has its own, which reads it while it writes. */
  async #putNew(kind: BlobKind, blobs: readonly NewBlob[]): Promise<void> {
    let gathered: Chunk[] = [];
    let size = 0;
    const write = async () => {
      const chunks = gathered;
      [gathered, size] = [[], 0];
      if (chunks.length > 0) await this.#database.transaction((trx) => insert(trx, kind, chunks));
    };
    for (const blob of blobs) {
      const opened = await blob.open();
      if (opened.bytes > chunkBytes) {
        await this.#putLarge(kind, blob, opened);
        continue;
      }
      if (gathered.length >= rowsTogether || size + opened.bytes > bytesTogether) await write();
      for await (const chunk of chunksOf(kind, blob, opened)) gathered.push(chunk);
      size += opened.bytes;
    }
    await write();
  }

  async #putLarge(kind: BlobKind, blob: NewBlob, opened: OpenBlob): Promise<void> {
    let next: OpenBlob | undefined = opened;
    await this.#database.transaction(async (trx) => {
      const source = next ?? (await blob.open());
      next = undefined;
      for await (const chunk of chunksOf(kind, blob, source)) await insert(trx, kind, [chunk]);
    });
  }

  async #chunk(kind: BlobKind, sha256: string, number: number): Promise<Chunk | undefined> {
    const { rows } = await sql<Chunk>`select sha256, number, bytes, data from blob_chunks
      where kind = ${kind} and sha256 = ${sha256} and number = ${number}`.execute(this.#database.main);
    return rows[0];
  }

  async *#pieces(kind: BlobKind, sha256: string, first: Chunk): AsyncGenerator<Buffer> {
    let next: Chunk | undefined = first;
    // Without the next chunk, the blob is too short, which its reader notices.
    for (let read = 0, number = 1; next; number++) {
      yield next.data;
      read += next.data.length;
      next = read < first.bytes ? await this.#chunk(kind, sha256, number) : undefined;
    }
  }
}

async function* chunksOf(kind: BlobKind, { sha256 }: NewBlob, opened: OpenBlob): AsyncGenerator<Chunk> {
  let number = 0;
  for await (const data of inChunks(verified(kind, sha256, opened)))
    yield { sha256, number: number++, bytes: opened.bytes, data };
}

/** A blob that another transaction has stored meanwhile is kept. */
async function insert(trx: QueryExecutorProvider, kind: BlobKind, chunks: readonly Chunk[]): Promise<void> {
  const rows = chunks.map(
    ({ sha256, number, bytes, data }) => sql`(${kind}, ${sha256}, ${number}, ${bytes}, ${data})`,
  );
  await sql`insert into blob_chunks (kind, sha256, number, bytes, data) values ${sql.join(rows)}
    on conflict (kind, sha256, number) do nothing`.execute(trx);
}
