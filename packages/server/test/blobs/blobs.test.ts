import { createHash, randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeUnpacked } from "@botyard/manifest";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BlobKind, Blobs, NewBlob } from "../../src/blobs/blobs.ts";
import { copyBlobs } from "../../src/blobs/copy.ts";
import { FolderBlobs } from "../../src/blobs/folder/folder-blobs.ts";
import { chunkBytes } from "../../src/blobs/postgres/chunks.ts";
import { isDamaged } from "../../src/blobs/verified.ts";
import type { Storage } from "../../src/store/index.ts";
import { openedStorage } from "../store/opened.ts";
import { blobsOf } from "./opened-blobs.ts";

let dir: string;
let storage: Storage;
let blobs: Blobs;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "botyard-blobs-"));
  storage = await openedStorage(dir);
  blobs = blobsOf(storage, dir);
});
afterEach(async () => {
  await storage.close();
  await removeUnpacked(dir);
});

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A blob in pieces that fit no chunk. */
function blobOf(text: string | Buffer, name = sha256(text)): NewBlob & { opened: number } {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
  }
  const blob = {
    sha256: name,
    opened: 0,
    open: async () => {
      blob.opened++;
      return { bytes: bytes.length, body: pieces() };
    },
  };
  return blob;
}

async function read(kind: BlobKind, name: string, from = blobs): Promise<Buffer | undefined> {
  const blob = await from.open(kind, name);
  if (!blob) return undefined;
  const pieces: Buffer[] = [];
  for await (const piece of blob.body) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(bytes.length).toBe(blob.bytes);
  return bytes;
}

async function listed(kind: BlobKind, from = blobs): Promise<string[]> {
  const pages: string[][] = [];
  for await (const page of from.list(kind)) pages.push(page);
  return pages.flat();
}

describe("a blob", () => {
  test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes, 1_500_000])(
    "of %i bytes is read as it was stored",
    async (size) => {
      const bytes = randomBytes(size);
      await blobs.put("files", [blobOf("before"), blobOf(bytes), blobOf("after")]);
      expect((await read("files", sha256(bytes)))?.equals(bytes)).toBe(true);
      expect(await isDamaged(blobs, "files", sha256(bytes))).toBe(false);
      expect((await listed("files")).sort()).toEqual(["before", "after", bytes].map(sha256).sort());
    },
  );

  test("that is there is not opened again", async () => {
    await blobs.put("files", [blobOf("once")]);
    const again = blobOf("once");
    await blobs.put("files", [again]);
    expect(again.opened).toBe(0);
  });

  test.each([
    ["small", "something else"],
    ["large", randomBytes(chunkBytes + 100)],
  ])(
    "that is %s and has other bytes than its SHA-256 says is refused, and nothing of it is kept",
    async (_, bytes) => {
      const damaged = blobOf(bytes, sha256("expected"));
      await expect(blobs.put("files", [damaged])).rejects.toThrow(sha256(bytes));
      expect(await read("files", sha256("expected"))).toBeUndefined();
      expect(await listed("files")).toEqual([]);
      await blobs.put("files", [blobOf("expected")]);
      expect(`${await read("files", sha256("expected"))}`).toBe("expected");
    },
  );

  test("whose source fails in the middle is not kept", async () => {
    const bytes = randomBytes(3 * chunkBytes);
    async function* torn() {
      yield bytes.subarray(0, 2 * chunkBytes);
      throw new Error("The source has failed.");
    }
    const open = async () => ({ bytes: bytes.length, body: torn() });
    await expect(blobs.put("files", [{ sha256: sha256(bytes), open }])).rejects.toThrow("The source");
    expect(await listed("files")).toEqual([]);
  });

  test("that is stored twice at the same time is stored once", async () => {
    const bytes = [randomBytes(3 * chunkBytes), Buffer.from("small")];
    const all = bytes.map((one) => blobOf(one));
    await Promise.all([
      blobs.put("files", all),
      blobs.put("files", all.toReversed()),
      blobs.put("files", all),
    ]);
    expect((await listed("files")).sort()).toEqual(bytes.map(sha256).sort());
    for (const one of bytes) expect((await read("files", sha256(one)))?.equals(one)).toBe(true);
  });

  test("that is a list is another one than a file of the same bytes", async () => {
    await blobs.put("lists", [blobOf("same")]);
    expect(await blobs.has("files", [sha256("same")])).toEqual(new Set());
    await blobs.put("files", [blobOf("same")]);
    await blobs.remove("lists", [sha256("same"), sha256("missing")]);
    expect([await listed("files"), await listed("lists")]).toEqual([[sha256("same")], []]);
    expect(await read("lists", sha256("same"))).toBeUndefined();
  });
});

test("more blobs than a page are listed once each, also while the caller removes them", async () => {
  const texts = Array.from({ length: 1_234 }, (_, index) => `blob ${index}`);
  await blobs.put(
    "lists",
    texts.map((text) => blobOf(text)),
  );
  expect((await listed("lists")).sort()).toEqual(texts.map(sha256).sort());
  const seen: string[] = [];
  for await (const page of blobs.list("lists")) {
    expect(page.length).toBeLessThanOrEqual(1_000);
    seen.push(...page);
    await blobs.remove("lists", page);
  }
  expect(seen).toHaveLength(texts.length);
  expect(await listed("lists")).toEqual([]);
});

describe("a copy of all blobs", () => {
  const texts = ["one", "two", ""].map((text) => Buffer.from(text));
  const large = randomBytes(2 * chunkBytes + 1);

  test("from a data folder, and to another one, has the same bytes, and can be repeated", async () => {
    const from = new FolderBlobs(join(dir, "from"));
    await from.put(
      "files",
      [...texts, large].map((bytes) => blobOf(bytes)),
    );
    await from.put("lists", [blobOf("a list")]);
    expect(await copyBlobs(from, blobs)).toEqual({ files: 4, lists: 1 });
    const to = new FolderBlobs(join(dir, "to"));
    for (let time = 1; time <= 2; time++) expect(await copyBlobs(blobs, to)).toEqual({ files: 4, lists: 1 });
    for (const bytes of [...texts, large])
      expect((await read("files", sha256(bytes), to))?.equals(bytes)).toBe(true);
    expect(`${await read("lists", sha256("a list"), to)}`).toBe("a list");
  });

  test("ends at one that is damaged, which is not stored", async () => {
    const from = new FolderBlobs(join(dir, "from"));
    await from.put("files", [blobOf("good")]);
    const source: Blobs = {
      ...{ put: from.put, has: from.has, remove: from.remove },
      list: (kind) => from.list(kind),
      open: async () => blobOf("bent").open(),
    };
    await expect(copyBlobs(source, blobs)).rejects.toThrow(sha256("good"));
    expect(await listed("files")).toEqual([]);
  });
});
