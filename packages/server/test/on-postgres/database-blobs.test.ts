import { createHash, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PostgresServer } from "../../../repo/src/drive/postgres.ts";
import type { NewBlob } from "../../src/blobs/blobs.ts";
import { chunkBytes } from "../../src/blobs/postgres/chunks.ts";
import { DatabaseBlobs } from "../../src/blobs/postgres/database-blobs.ts";
import { isDamaged } from "../../src/blobs/verified.ts";
import { openPostgres, type PostgresStore } from "../../src/store/postgres/database.ts";

describe("blobs in PostgreSQL", () => {
  const bytes = randomBytes(3 * chunkBytes + 1);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  let server: PostgresServer;
  let store: PostgresStore;
  let databases = 0;
  let database: string;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    database = `blobs${++databases}`;
    await server.query("postgres", `create database ${database}`);
    store = await opened();
  });
  afterEach(() => store.close());

  const opened = (onLost = () => {}) =>
    openPostgres(server.url(database), { holder: { name: "a test", folder: "the same folder" }, onLost });
  const chunks = () =>
    server.query<{ number: number; size: number }>(
      database,
      "select number, length(data) as size from blob_chunks order by number",
    );

  /** The blob, of which a test lets the pieces after the first one be read. */
  function held(): NewBlob & { begun: Promise<void>; go: () => void } {
    const { promise: gate, resolve: go } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    async function* pieces() {
      yield bytes.subarray(0, 2 * chunkBytes);
      begin();
      await gate;
      yield bytes.subarray(2 * chunkBytes);
    }
    return { sha256, open: async () => ({ bytes: bytes.length, body: pieces() }), begun, go };
  }

  const put = (blob: NewBlob, to = store.soon) => new DatabaseBlobs(to).put("files", [blob]);

  test("are rows of at most 256 KiB", async () => {
    const blob = held();
    blob.go();
    await put(blob);
    expect(await chunks()).toEqual([
      ...[0, 1, 2].map((number) => ({ number, size: chunkBytes })),
      { number: 3, size: 1 },
    ]);
  });

  test("are not half there after the server has failed while one was written, and can be stored again", async () => {
    const blob = held();
    const ended = put(blob).catch((error: { code: string }) => error.code);
    await blob.begun;
    await server.stop("SIGQUIT");
    blob.go();
    expect(await ended).toBe("store_unavailable");
    await server.resume();
    expect(await chunks()).toEqual([]);
    await put(blob);
    expect(await chunks()).toHaveLength(4);
  });

  test("are stored once the server is back, if it comes back soon", async () => {
    const blob = held();
    const ended = put(blob, store.patient);
    await blob.begun;
    await server.stop("SIGQUIT");
    blob.go();
    await server.resume();
    await ended;
    expect(await isDamaged(new DatabaseBlobs(store.soon), "files", sha256)).toBe(false);
    expect(await chunks()).toHaveLength(4);
  });

  test.each([
    [
      "whose bytes were changed",
      "update blob_chunks set data = set_byte(data, 7, 1 - get_byte(data, 7) % 2) where number = 2",
    ],
    ["of which a row is missing", "delete from blob_chunks where number = 2"],
    ["of which the last row is missing", "delete from blob_chunks where number = 3"],
  ])("%s are told from whole ones", async (_, change) => {
    const blob = held();
    blob.go();
    await put(blob);
    const blobs = new DatabaseBlobs(store.soon);
    expect(await isDamaged(blobs, "files", sha256)).toBe(false);
    await server.query(database, change);
    expect(await isDamaged(blobs, "files", sha256)).toBe(true);
  });

  test("are not removed by a process that has lost the store: its successor may use them", async () => {
    const blob = held();
    blob.go();
    await put(blob);
    const successor = await opened();
    try {
      await put(blob, successor.soon);
      await expect(new DatabaseBlobs(store.soon).remove("files", [sha256])).rejects.toMatchObject({
        code: "store_unavailable",
      });
      expect(await chunks()).toHaveLength(4);
      await new DatabaseBlobs(successor.soon).remove("files", [sha256]);
      expect(await chunks()).toEqual([]);
    } finally {
      await successor.close();
    }
  });
});
