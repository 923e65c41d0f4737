import { randomBytes } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { contentFile } from "@botyard/manifest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineOfTests } from "../../../repo/src/drive/test-database.ts";
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

describe("a list is refused", () => {
  const line = (path: string, content = path) =>
    `${JSON.stringify([path, false, content.length, sha256(content)])}\n`;

  test.each<[string, string, string]>([
    ["that is malformed", "[]\n", "list.malformed"],
    ["that is not sorted", line("b") + line("a"), "list.not_sorted"],
    ["with a path out of the package", line("../a"), "archive.path_escape"],
    [
      "of more files than are allowed",
      Array.from({ length: 51 }, (_, n) => line(`f${n + 10}`)).join(""),
      "archive.too_many_files",
    ],
  ])("%s", async (_, list, code) => {
    const refused = await sendList(me, list);
    expect([refused.status, refused.json.code]).toEqual([422, "package_invalid"]);
    expect(refused.json.errors[0].code).toBe(code);
  });

  test("of a package that is invalid, with the place of each problem", async () => {
    const pack = botFiles("Bad_Name");
    const refused = await uploadListed(me, pack);
    expect(refused.json).toMatchObject({ code: "package_invalid" });
    expect(refused.json.errors[0]).toMatchObject({ file: "bot-config.yaml", line: 1 });
  });

  test("that gives a file another size than its content has", async () => {
    const pack = botFiles("sized");
    expect((await uploadListed(me, pack)).status).toBe(201);
    const list = listOf(pack).replace('"main.py",false,15,', '"main.py",false,16,');
    expect((await sendList(me, list)).json.errors[0]).toMatchObject({
      code: "list.wrong_size",
      file: "main.py",
    });
  });

  test("with another digest than the request says, of another type, or larger than any list", async () => {
    const list = listOf(botFiles("typed"));
    expect((await sendList(me, list, { "x-content-sha256": sha256("other") })).json.code).toBe(
      "package_invalid",
    );
    expect((await sendList(me, list, { "content-type": "application/gzip" })).json.code).toBe(
      "unsupported_media_type",
    );
    expect((await sendList(me, "[".repeat(60 * 1024))).json.code).toBe("payload_too_large");
    expect(await uploads()).toEqual([]);
  });

  test("of a version that exists with other contents", async () => {
    expect((await uploadListed(me, botFiles("fixed"))).status).toBe(201);
    const other = await uploadListed(me, botFiles("fixed", { "main.py": "print('other')\n" }));
    expect(other.json.code).toBe("version_exists");
  });
});

describe("contents", () => {
  const part = (raw: Buffer<ArrayBuffer>) =>
    me.ask("POST", "/custom-bots/files", { raw, headers: { "content-type": "application/gzip" } });

  test("are refused together if one has a wrong name or digest", async () => {
    const good = "good content";
    for (const [name, code] of [
      ["main.py", "contents.bad_name"],
      [sha256("other"), "contents.wrong_digest"],
    ] as const) {
      const refused = await part(
        await contentsArchive([
          [sha256(good), good],
          [name, "bad content"],
        ]),
      );
      expect([refused.status, refused.json.code]).toEqual([422, "package_invalid"]);
      expect(refused.json.errors[0].code).toBe(code);
    }
    expect((await part(Buffer.from("no archive"))).json.errors[0].code).toBe("archive.not_gzip");
    expect([await isStored(good), await isStored("bad content")]).toEqual([false, false]);
    expect(await uploads()).toEqual([]);
  });

  test("may be sent again, also by two requests at once, and are stored once", async () => {
    const content = "sent twice\n";
    const answers = await Promise.all([1, 2].map(() => sendContents(me, [content])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { ino } = await stat(storedAt(content));
    const before = await used(me);
    expect((await sendContents(me, [content])).json).toEqual({ files: 1, bytes: content.length });
    expect((await stat(storedAt(content))).ino).toBe(ino);
    expect(await used(me)).toBe(before);
  });

  test("of which a connection brought only a part are not kept, and the next upload goes on with the others", async () => {
    const pack = botFiles("interrupted", { "a.bin": randomBytes(60_000), "b.bin": randomBytes(60_000) });
    expect((await sendContents(me, [pack.files["a.bin"]!])).status).toBe(200);
    const raw = await contentsArchive([[sha256(pack.files["b.bin"]!), pack.files["b.bin"]!]]);
    const socket = connect(at.platform.port, "127.0.0.1");
    socket.write(
      `POST /api/v1/custom-bots/files HTTP/1.1\r\nHost: x\r\nAuthorization: ApiKey ${me.key}\r\n` +
        `Content-Type: application/gzip\r\nContent-Length: ${raw.length}\r\n\r\n`,
    );
    socket.write(raw.subarray(0, raw.length - 100));
    await expect.poll(uploads).not.toEqual([]);
    socket.destroy();
    await expect.poll(uploads).toEqual([]);
    const { missing } = (await sendList(me, listOf(pack))).json;
    expect(missing).toContain(sha256(pack.files["b.bin"]!));
    expect(missing).not.toContain(sha256(pack.files["a.bin"]!));
    expect((await uploadListed(me, pack)).status).toBe(201);
  });

  test("of another user are missing, and are stored once when both have sent them", async () => {
    const other = await at.user("neighbour");
    const content = "a secret of mine\n";
    const pack = botFiles("private", { "key.txt": content });
    expect((await uploadListed(me, pack)).status).toBe(201);
    const { ino } = await stat(storedAt(content));
    const asked = await sendList(other, listOf(pack));
    expect(asked.json.missing.toSorted()).toEqual([...new Set(Object.values(pack.files).map(sha256))].sort());
    expect((await uploadListed(other, pack)).status).toBe(201);
    expect((await stat(storedAt(content))).ino).toBe(ino);
    const remove = (client: Client) => client.ask("DELETE", "/custom-bots/private/versions/1.0.0");
    expect((await remove(me)).status).toBe(204);
    expect(await isStored(content), "the other user has it").toBe(true);
    expect((await sendList(me, listOf(pack))).json.missing).toContain(sha256(content));
    expect((await remove(other)).status).toBe(204);
    expect(await isStored(content)).toBe(false);
  });

  test("that were changed or lost on the disk are there again after the same upload", async () => {
    const [changed, lost] = ["will be changed\n", "will be lost\n"];
    const pack = botFiles("mended", { "changed.txt": changed, "lost.txt": lost });
    expect((await uploadListed(me, pack)).status).toBe(201);
    await damage(storedAt(changed), "shorter\n");
    await rm(storedAt(lost));
    const asked = await sendList(me, listOf(pack));
    // With PostgreSQL, it has the contents.
    const missing =
      engineOfTests === "sqlite" ? [changed, lost].map((text) => sha256(text)).sort() : undefined;
    expect(asked.json.missing?.toSorted()).toEqual(missing);
    expect((await uploadListed(me, pack)).json).toMatchObject({ already: true });
    expect(await readFile(storedAt(changed), "utf8")).toBe(changed);
    expect(await readFile(storedAt(lost), "utf8")).toBe(lost);
  });

  test("of a deleted version are missing for a list that was made before", async () => {
    const shared = "of two versions\n";
    expect((await uploadListed(me, botFiles("removed", { "lib.py": shared }))).status).toBe(201);
    const next = botFiles("removed", { "lib.py": shared }, "2.0.0");
    expect((await sendList(me, listOf(next))).json.missing).not.toContain(sha256(shared));
    expect((await me.ask("DELETE", "/custom-bots/removed/versions/1.0.0")).status).toBe(204);
    expect((await sendList(me, listOf(next))).json.missing).toContain(sha256(shared));
    expect((await uploadListed(me, next)).status).toBe(201);
  });

  test("that are executable in one package only have a file of their own for it", async () => {
    const script = "#!/bin/sh\n# both\n";
    const pack = { ...botFiles("modes", { "plain.sh": script, "run.sh": script }), executable: ["run.sh"] };
    expect((await uploadListed(me, pack)).status).toBe(201);
    expect(((await stat(storedAt(script))).mode & 0o777).toString(8)).toBe("444");
    expect(((await stat(storedAt(script, true))).mode & 0o777).toString(8)).toBe("555");
  });

  test("of bytecode are listed, and never asked for", async () => {
    const pack = botFiles("compiled", { "__pycache__/main.cpython-311.pyc": "bytecode of the author" });
    expect((await sendList(me, listOf(pack))).json.missing).not.toContain(sha256("bytecode of the author"));
    expect((await uploadListed(me, pack)).json.content_sha256).toBe(sha256(listOf(pack)));
    expect(await isStored("bytecode of the author")).toBe(false);
  });
});

test("contents beyond the quota of a user are refused, and nothing of them is kept", async () => {
  const small = await openPlatform({ settings: { userPackageBytes: 6 * 4096 } });
  try {
    const large = randomBytes(8 * 4096);
    const refused = await sendContents(small.admin, [large]);
    expect(refused.json).toMatchObject({
      status: 403,
      code: "quota_exceeded",
      quota: { name: "package_bytes" },
    });
    const at = contentFile(join(small.dataDir, "packages/files"), sha256(large), false);
    await expect(stat(at)).rejects.toThrow("ENOENT");
    expect(await used(small.admin)).toBe(0);
    expect((await uploadListed(small.admin, botFiles("fits"))).status).toBe(201);
    expect(await used(small.admin)).toBe(3 * 4096);
    // Only its main.py and bot-config.yaml are new.
    expect((await uploadListed(small.admin, botFiles("fits", { "main.py": "2\n" }, "2.0.0"))).status).toBe(
      201,
    );
    expect(await used(small.admin)).toBe(5 * 4096);
    const beyond = await uploadListed(small.admin, botFiles("fits", { "main.py": "3\n" }, "3.0.0"));
    expect(beyond.json.code).toBe("quota_exceeded");
    expect((await small.admin.ask("DELETE", "/custom-bots/fits/versions/1.0.0")).status).toBe(204);
    expect(await used(small.admin)).toBe(3 * 4096);
  } finally {
    await small.close();
  }
});

test("a package beyond the quota of versions is refused, and its list is not kept", async () => {
  const small = await openPlatform({ settings: { userVersions: 1 } });
  try {
    const first = botFiles("only");
    expect((await uploadListed(small.admin, first)).status).toBe(201);
    const refused = await uploadListed(small.admin, botFiles("only", {}, "2.0.0"));
    expect([refused.status, refused.json.code]).toEqual([403, "quota_exceeded"]);
    expect(await readdir(join(small.dataDir, "packages/lists"))).toEqual([`${sha256(listOf(first))}.jsonl`]);
    // The refused package is another one, but the same files may be those of a version that exists.
    const other = await small.user("neighbour");
    expect((await uploadListed(other, botFiles("own"))).status).toBe(201);
    expect((await uploadListed(other, first)).json.code).toBe("quota_exceeded");
    expect(await readdir(join(small.dataDir, "packages/lists"))).toHaveLength(2);
  } finally {
    await small.close();
  }
});
