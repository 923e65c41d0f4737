import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { contentFile } from "@botyard/manifest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";
import { damage } from "./listed-packages.ts";
import { packageOf } from "./packages.ts";

let at: TestPlatform;
let me: Client;
const limit = 200 * 1024;
beforeAll(async () => {
  at = await openPlatform({ settings: { uploadBytes: limit } });
  me = at.admin;
});
afterAll(() => at.close());

const send = (raw: Uint8Array<ArrayBuffer> | ReadableStream, headers: Record<string, string> = {}) =>
  me.ask("POST", "/custom-bots", { raw, headers: { "content-type": "application/gzip", ...headers } });
const files = async (folder: string) => (await readdir(join(at.dataDir, folder)).catch(() => [])).sort();
const contentAt = (hash: string) => contentFile(join(at.dataDir, "packages/files"), hash, false);
/** All stored contents and lists. */
const kept = async () =>
  (await readdir(join(at.dataDir, "packages"), { recursive: true, encoding: "utf8" })).sort();
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("the files of a package are stored under their hashes, and named in its list", async () => {
  const bytes = await packageOf({ name: "stored", queries: true, readme: "# Stored" });
  const made = await send(bytes, { "x-content-sha256": sha256(bytes) });
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({
    name: "stored",
    version: "1.0.0",
    latest_version: "1.0.0",
    type: "realtime",
    runtime: "python311",
    has_queries: true,
    sha256: sha256(bytes),
    bytes: bytes.length,
  });
  const readme = sha256(Buffer.from("# Stored"));
  expect(await readFile(contentAt(readme), "utf8")).toBe("# Stored");
  expect(((await stat(contentAt(readme))).mode & 0o777).toString(8)).toBe("444");
  const list = await readFile(join(at.dataDir, "packages/lists", `${made.json.content_sha256}.jsonl`));
  expect(sha256(list)).toBe(made.json.content_sha256);
  expect(list.toString()).toContain(`["README.md",false,8,"${readme}"]\n`);
  expect(await files("packages")).toEqual(["files", "lists"]);
  expect(await files("uploads")).toEqual([]);
});

test("a package is unpacked while it is checked, and nothing is kept if it is refused", async () => {
  const code = "print('unpacked')\n";
  const bytes = await packageOf({ name: "unpacked", code });
  expect((await send(bytes)).status).toBe(201);
  const { ino } = await stat(contentAt(sha256(Buffer.from(code))));
  expect((await send(bytes)).json).toMatchObject({ already: true });
  expect((await stat(contentAt(sha256(Buffer.from(code))))).ino).toBe(ino);
  const after = await kept();
  expect((await send(await packageOf({ name: "unpacked", code: "print('other')\n" }))).status).toBe(409);
  expect((await send(await packageOf({ name: "Bad_Name", code: "print('bad')\n" }))).status).toBe(422);
  const tar = gunzipSync(await packageOf({ name: "torn" }));
  expect((await send(gzipSync(tar.subarray(0, -1024)))).json.errors[0].code).toBe("archive.malformed");
  expect(await kept()).toEqual(after);
  expect(await files("uploads")).toEqual([]);
});

test("a version that exists is accepted with the same content and refused with different content", async () => {
  const bytes = await packageOf({ name: "fixed" });
  expect((await send(bytes)).status).toBe(201);
  const again = await send(bytes);
  expect([again.status, again.json.already]).toEqual([200, true]);
  const squeezed = gzipSync(gunzipSync(bytes), { level: 1 });
  expect(sha256(squeezed)).not.toBe(sha256(bytes));
  expect((await send(squeezed)).json).toMatchObject({ already: true, sha256: sha256(bytes) });
  const other = await send(await packageOf({ name: "fixed", code: "print('other')\n" }));
  expect(other.json).toMatchObject({ status: 409, code: "version_exists" });
  expect((await me.get("/custom-bots/fixed")).json.sha256).toBe(sha256(bytes));
});

test("a package whose files and list were damaged on disk is repaired by uploading it again", async () => {
  const code = "print('mended')\n";
  const bytes = await packageOf({ name: "mended", code });
  const made = await send(bytes);
  expect(made.status).toBe(201);
  const stored = contentAt(sha256(Buffer.from(code)));
  const list = join(at.dataDir, "packages/lists", `${made.json.content_sha256}.jsonl`);
  await damage(stored, "print('broken')\n");
  await damage(list, "");
  expect((await send(bytes)).json).toMatchObject({ already: true });
  expect(await readFile(stored, "utf8")).toBe(code);
  expect(sha256(await readFile(list))).toBe(made.json.content_sha256);
});

test("of concurrent uploads of one version exactly one is new", async () => {
  const same = await packageOf({ name: "raced" });
  const others = await Promise.all([1, 2, 3].map((n) => packageOf({ name: "raced", code: `print(${n})\n` })));
  const answers = await Promise.all([same, same, ...others].map((bytes) => send(bytes)));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 409).length).toBeGreaterThanOrEqual(3);
  expect(await files("uploads")).toEqual([]);
});

test("all problems of a package are reported together, with file and line", async () => {
  const refused = await me.upload({ name: "Bad_Name", version: "one" });
  expect(refused.json).toMatchObject({ status: 422, code: "package_invalid" });
  expect(refused.json.errors.length).toBeGreaterThanOrEqual(2);
  expect(refused.json.errors[0]).toMatchObject({ file: "bot-config.yaml", line: 1, severity: "error" });
  expect((await send(Buffer.from("no archive"))).json.code).toBe("package_invalid");
  expect((await send(Buffer.alloc(0))).json.code).toBe("package_invalid");
});

test("a damaged upload is refused by its checksum", async () => {
  const bytes = await packageOf({ name: "damaged" });
  const refused = await send(bytes, { "x-content-sha256": sha256(Buffer.from("else")) });
  expect(refused.json).toMatchObject({ status: 422, code: "package_invalid" });
  expect(refused.json.detail).toContain(sha256(bytes));
  expect((await send(bytes, { "x-content-sha256": "short" })).json).toMatchObject({
    status: 400,
    code: "invalid_parameter",
  });
  expect((await me.get("/custom-bots/damaged")).status).toBe(404);
});

test("a package that is too large is refused by its Content-Length, or while it streams", async () => {
  const large = Buffer.alloc(limit + 1);
  expect((await send(large)).json).toMatchObject({ status: 413, code: "payload_too_large" });
  const stream = new ReadableStream({
    start(controller) {
      for (let n = 0; n < 5; n++) controller.enqueue(new Uint8Array(limit / 4));
      controller.close();
    },
  });
  expect((await send(stream)).json).toMatchObject({ status: 413 });
  expect(await files("uploads")).toEqual([]);
});

test("a package that is refused while it streams is answered, and nothing after it on the connection is done", async () => {
  const head = (line: string) => `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: ApiKey ${me.key}\r\n`;
  const piece = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000), Buffer.from("\r\n")]);
  const socket = connect(at.platform.port, "127.0.0.1");
  socket.write(`${head("POST /api/v1/custom-bots")}Content-Type: application/gzip\r\n`);
  socket.write("Transfer-Encoding: chunked\r\n\r\n");
  for (let n = 0; n < 8; n++) socket.write(piece);
  const next = `${head("POST /api/v1/api-keys")}Content-Type: application/json\r\nContent-Length: 15\r\n\r\n`;
  socket.write(`0\r\n\r\n${next}{"name":"after"}`);
  const answers = await text(socket);
  expect(answers.match(/^(HTTP.*|connection:.*)(?=\r$)/gim)).toEqual([
    "HTTP/1.1 413 Payload Too Large",
    "connection: close",
  ]);
  expect((await me.get("/api-keys")).text).not.toContain('"after"');
});

test("only archives are accepted", async () => {
  expect((await me.post("/custom-bots", { name: "json" })).json).toMatchObject({
    status: 415,
    code: "unsupported_media_type",
  });
  expect((await me.ask("POST", "/custom-bots")).status).toBe(415);
});

test("an aborted upload leaves no files", async () => {
  const before = await files("packages");
  await new Promise<void>((resolve) => {
    const upload = request(`${at.platform.apiUrl}/custom-bots`, {
      method: "POST",
      headers: {
        authorization: `ApiKey ${me.key}`,
        "content-type": "application/gzip",
        "content-length": 100_000,
      },
    });
    upload.on("error", () => resolve());
    upload.write(Buffer.alloc(50_000));
    void waitFor(async () => (await files("uploads")).length === 1).then(() => upload.destroy());
  });
  await waitFor(async () => (await files("uploads")).length === 0);
  expect(await files("packages")).toEqual(before);
});

test("files of uploads that a killed platform left are removed at the next start", async () => {
  const { writeFile } = await import("node:fs/promises");
  await writeFile(join(at.dataDir, "uploads", "dead.part"), "half");
  await at.restart();
  expect(await files("uploads")).toEqual([]);
});

test("a version is given exactly, as a range or as latest (default: the latest stable version)", async () => {
  for (const version of ["1.0.0", "1.2.0", "1.10.0", "2.0.0-beta.1"]) {
    await me.upload({
      name: "grown",
      version,
      readme: `# ${version}`,
      schema: { type: "object", title: version },
    });
  }
  const get = async (path: string) => (await me.get(`/custom-bots/grown${path}`)).json;
  expect(await get("")).toMatchObject({ version: "1.10.0", latest_version: "1.10.0", readme: "# 1.10.0" });
  expect((await get("")).versions).toEqual(["2.0.0-beta.1", "1.10.0", "1.2.0", "1.0.0"]);
  expect((await get("?version=~1.2")).version).toBe("1.2.0");
  expect((await get("?version=2.0.0-beta.1")).version).toBe("2.0.0-beta.1");
  expect((await get("/versions/^1.0.0")).version).toBe("1.10.0");
  expect((await get("/versions")).items[0]).toEqual({ version: "2.0.0-beta.1" });
  expect(await get("?version=3")).toMatchObject({
    status: 404,
    code: "custom_bot_not_found",
    title: "Custom bot not found",
  });
  expect((await me.get("/custom-bots")).json.items).toContainEqual(
    expect.objectContaining({ name: "grown", version: "1.10.0" }),
  );
  await me.upload({ name: "unready", version: "0.1.0-alpha" });
  expect((await me.get("/custom-bots/unready")).json.version).toBe("0.1.0-alpha");
});

test("the schema and the README are returned as uploaded", async () => {
  const schema = { type: "object", properties: { z: { type: "integer" }, a: { type: "string" } } };
  await me.upload({ name: "written", schema, readme: "# Wörds\n" });
  const answer = await me.get("/custom-bots/written/versions/latest/schema");
  expect(answer.text).toBe(JSON.stringify(schema, null, 2));
  const etag = answer.headers.get("etag")!;
  const again = await me.ask("GET", "/custom-bots/written/versions/latest/schema", {
    headers: { "if-none-match": etag },
  });
  expect([again.status, again.text]).toEqual([304, ""]);
  const readme = await me.get("/custom-bots/written/versions/1.0.0/readme");
  expect([readme.text, readme.headers.get("content-type")]).toEqual([
    "# Wörds\n",
    "text/markdown; charset=utf-8",
  ]);
  expect((await me.get("/custom-bots/damaged/versions/1.0.0/readme")).status).toBe(404);
});

async function waitFor(look: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 500; n++) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("It did not happen within 5 s.");
}
