import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
let bot: string;
beforeAll(async () => {
  at = await openPlatform();
  me = at.admin;
  bot = await me.bot("coded", { queries: true, readme: "# Read me\n" });
});
afterAll(() => at.close());

/** Sends a GET without what `fetch` adds, and returns the bytes of the answer. */
async function get(path: string, headers: Record<string, string> = {}) {
  const sent = request(new URL(path, at.platform.url), {
    headers: { authorization: `ApiKey ${me.key}`, ...headers },
  }).end();
  const [answer] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode as number, headers: answer.headers, body: Buffer.concat(chunks) };
}

describe("a compressed body", () => {
  test.each(["gzip", "br", "deflate", "zstd", "identity, gzip"])(
    "with Content-Encoding: %s is refused with what to send, wherever it is sent",
    async (coding) => {
      const json = { "content-type": "application/json", "content-encoding": coding };
      const asks: [string, string, Record<string, string>][] = [
        ["POST", "/bots", json],
        ["PATCH", `/bots/${bot}`, json],
        ["POST", `/bots/${bot}/stop`, json],
        ["PUT", `/bots/${bot}/state/key`, json],
        ["POST", `/query/${bot}`, json],
        ["POST", "/custom-bots", { "content-type": "application/gzip", "content-encoding": coding }],
      ];
      for (const [method, path, headers] of asks) {
        const answer = await me.ask(method, path, { raw: new Uint8Array(gzipSync("{}")), headers });
        expect(answer.json, path).toMatchObject({ status: 415, code: "unsupported_media_type" });
        expect(answer.json.detail, path).toContain(`"${coding}". Send it without one, not compressed.`);
        expect(answer.headers.get("accept-encoding"), path).toBe("identity");
      }
      const answer = await fetch(`${at.platform.url}/mcp`, {
        method: "POST",
        headers: { ...json, "x-api-key": me.key },
        body: gzipSync("{}"),
      });
      expect(answer.status).toBe(415);
      expect(answer.headers.get("accept-encoding")).toBe("identity");
      expect(await answer.json()).toMatchObject({
        error: { code: 41501, message: expect.stringContaining("not compressed") },
      });
    },
  );

  test("identity is no coding", async () => {
    const headers = { "content-type": "application/json", "content-encoding": "identity" };
    const answer = await me.ask("POST", `/bots/${bot}/stop`, { raw: "{}", headers });
    expect(answer.status).toBe(202);
  });
});

describe("a long answer", () => {
  const long = "/openapi.json";

  test.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0, *", "gzip", gunzipSync],
  ] as const)("is compressed for a client that accepts %s", async (accepted, coding, unpacked) => {
    const plain = await get(long);
    const { headers, body } = await get(long, { "accept-encoding": accepted });
    expect(headers).toMatchObject({ "content-encoding": coding, vary: "accept-encoding" });
    expect(Number(headers["content-length"])).toBe(body.length);
    expect(body.length).toBeLessThan(plain.body.length / 4);
    expect(unpacked(body).equals(plain.body)).toBe(true);
  });

  test.each([undefined, "identity", "zstd", "gzip;q=0"])("is sent as it is to %s", async (accepted) => {
    const { headers, body } = await get(long, accepted === undefined ? {} : { "accept-encoding": accepted });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(JSON.parse(body.toString())).toHaveProperty("openapi");
  });

  test("a list of records is compressed, a short answer and a bot are not", async () => {
    for (let number = 0; number < 12; number += 1) await me.bot(`many-${number}`);
    const accepted = { "accept-encoding": "gzip" };
    const list = await get("/api/v1/bots", accepted);
    expect(list.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(gunzipSync(list.body).toString()).items).toHaveLength(13);
    expect((await get(`/api/v1/bots/${bot}`, accepted)).headers["content-encoding"]).toBeUndefined();
    expect((await get("/healthz", accepted)).headers["content-encoding"]).toBeUndefined();
  });

  test("is not compressed for a page of another origin that a signed-in browser shows", async () => {
    const browser = { "accept-encoding": "gzip", cookie: "botyard_session=x" };
    for (const site of ["cross-site", "same-site"])
      expect((await get(long, { ...browser, "sec-fetch-site": site })).headers["content-encoding"]).toBe(
        undefined,
      );
    const own = await get(long, { ...browser, "sec-fetch-site": "same-origin" });
    expect(own.headers["content-encoding"]).toBe("gzip");
  });
});

describe("If-None-Match", () => {
  const paths = ["/openapi.json", "/api/v1/custom-bots/coded/versions/1.0.0/schema"];
  test.each([...paths, "/api/v1/custom-bots/coded/versions/1.0.0/readme"])(
    "of %s is answered 304 for its tag, alone, in a list, weak, strong or *",
    async (path) => {
      const { etag } = (await get(path)).headers;
      const strong = etag.replace("W/", "");
      for (const known of [etag, strong, `"other", ${etag}`, `"other",${strong} , "more"`, "*"]) {
        const { status, headers, body } = await get(path, { "if-none-match": known });
        expect([status, headers.etag, body.length], known).toEqual([304, etag, 0]);
        expect(headers.vary).toBe("accept-encoding");
      }
      for (const other of ['"other"', "", "other", `"other" ${etag.slice(0, -1)}`])
        expect((await get(path, { "if-none-match": other })).status, other).toBe(200);
    },
  );
});

describe("If-Match", () => {
  const patch = async (header: string, id: string) =>
    (await me.ask("PATCH", `/bots/${id}`, { body: { config: {} }, headers: { "if-match": header } })).json;

  test("has one or several tags, or *", async () => {
    const id = await me.bot("matched");
    const { revision } = (await me.get(`/bots/${id}`)).json;
    for (const header of [
      `"${revision}"`,
      `"999", "${revision}"`,
      `"${revision}" ,"x"`,
      "*",
      ` "${revision}",`,
    ]) {
      const now = (await me.get(`/bots/${id}`)).json.revision;
      const answer = await me.ask("POST", `/bots/${id}/start`, {
        body: {},
        headers: { "if-match": header.replaceAll(`"${revision}"`, `"${now}"`) },
      });
      expect(answer.status, header).toBe(202);
    }
    for (const header of ['"998", "999"', '"x"', "1", '"1', 'W/"1", "999"'])
      expect(await patch(header, id), header).toMatchObject({ status: 412, code: "precondition_failed" });
  });

  test("a weak tag matches nothing, and the answer says what to send", async () => {
    expect(await patch('W/"1"', bot)).toMatchObject({
      status: 412,
      detail: 'The If-Match header has the weak ETag W/"1", which matches nothing; send "1".',
    });
  });
});

describe("TLS on the plain port", () => {
  test("is answered in plain HTTP, and the connection ends", async () => {
    const { hostname, port } = new URL(at.platform.url);
    const socket = connect(Number(port), hostname);
    // The beginning of a ClientHello.
    socket.write(Buffer.from("1603010200010001fc0303", "hex"));
    let said = "";
    socket.setEncoding("utf8").on("data", (text: string) => (said += text));
    await once(socket, "end");
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expect(said).toContain("This port speaks plain HTTP, not TLS. Use http:// in the address.");
  });

  test("a client of TLS sees a wrong version", async () => {
    const { hostname, port } = new URL(at.platform.url);
    const socket = connectTls({ host: hostname, port: Number(port) });
    const [error] = await once(socket, "error").catch((thrown: unknown) => [thrown]);
    expect((error as { code: string }).code).toBe("ERR_SSL_WRONG_VERSION_NUMBER");
  });
});
