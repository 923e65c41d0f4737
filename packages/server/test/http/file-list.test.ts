import { randomBytes } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { contentFile } from "@botyard/manifest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";
import {
  botFiles,
  contentsArchive,
  damage,
  listOf,
  sendContents,
  sendList,
  sha256,
  uploadListed,
} from "./listed-packages.ts";
import { packageOf } from "./packages.ts";

let at: TestPlatform;
let me: Client;
beforeAll(async () => {
  at = await openPlatform({
    settings: { uploadBytes: 400 * 1024, packageBytes: 2 * 1024 * 1024, packageFiles: 50 },
  });
  me = at.admin;
});
afterAll(() => at.close());

const storedAt = (content: string | Uint8Array, executable = false) =>
  contentFile(join(at.dataDir, "packages/files"), sha256(content), executable);
const isStored = (content: string | Uint8Array, executable = false) =>
  stat(storedAt(content, executable)).then(
    () => true,
    () => false,
  );
const uploads = () => readdir(join(at.dataDir, "uploads"));
const used = async (client: Client) =>
  (await client.get("/usage")).json.quotas.find(({ name }: { name: string }) => name === "package_bytes")
    .used;

describe("a package that is uploaded by its list", () => {
  test("is refused with the contents that are missing, and stored once they were sent", async () => {
    const pack = botFiles("listed", { "lib/one.py": "one = 1\n", "lib/again.py": "one = 1\n" });
    const asked = await sendList(me, listOf(pack));
    expect([asked.status, asked.json.code]).toEqual([422, "files_missing"]);
    const all = new Set(Object.values(pack.files).map(sha256));
    expect(asked.json.missing.toSorted()).toEqual([...all].sort());
    const sent = await sendContents(me, Object.values(pack.files));
    const bytes = [...new Set(Object.values(pack.files))].reduce((sum, { length }) => sum + length, 0);
    expect([sent.status, sent.json]).toEqual([200, { files: 4, bytes }]);
    const made = await sendList(me, listOf(pack), { "x-content-sha256": sha256(listOf(pack)) });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ name: "listed", version: "1.0.0", sha256: sha256(listOf(pack)) });
    const again = await sendList(me, listOf(pack));
    expect([again.status, again.json.already]).toEqual([200, true]);
    expect(await uploads()).toEqual([]);
    const list = join(at.dataDir, "packages/lists", `${sha256(listOf(pack))}.jsonl`);
    expect(await readFile(list, "utf8")).toBe(listOf(pack));
  });

  test("needs only what changed since the last version", async () => {
    const library = { "vendor/big.bin": randomBytes(200_000) };
    expect((await uploadListed(me, botFiles("changed", library))).status).toBe(201);
    const next = botFiles("changed", { ...library, "main.py": "print('new')\n" }, "1.1.0");
    const { missing } = (await sendList(me, listOf(next))).json;
    expect(missing.toSorted()).toEqual(
      [next.files["main.py"], next.files["bot-config.yaml"]].map((text) => sha256(text!)).sort(),
    );
  });

  test("is the same as one that was uploaded as an archive", async () => {
    const shape = { name: "both", files: { "a.txt": "a" } };
    expect((await me.upload(shape)).status).toBe(201);
    const archived = (await me.get("/custom-bots/both")).json;
    const list = await readFile(await onlyListWith(sha256("a")), "utf8");
    const again = await sendList(me, list);
    expect(again.json).toMatchObject({ already: true, sha256: archived.sha256 });
  });
});

/** The list that names a content. */
async function onlyListWith(content: string): Promise<string> {
  const folder = join(at.dataDir, "packages/lists");
  for (const name of await readdir(folder))
    if ((await readFile(join(folder, name), "utf8")).includes(content)) return join(folder, name);
  throw new Error(`No list has ${content}`);
}
