import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "./browser.ts";
import { openPlatform, type TestPlatform } from "./harness.ts";

const page = `<!doctype html><html lang="en"><body><div id="app"></div><script src="/assets/app-12345678.js"></script>${" ".repeat(400)}</body></html>`;
const script = "let one = 1;\n".repeat(100);
const asset = "/assets/app-12345678.js";

let folder: string;
let at: TestPlatform;
let cookie: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "botyard-dashboard-"));
  await mkdir(join(folder, "assets"));
  await write(folder, "index.html", page);
  await write(folder, asset, script);
  await writeFile(join(folder, "sources.sha256"), "secret");
  at = await opened(folder);
  cookie = await signIn(at);
});
afterAll(async () => {
  await at.close();
  await rm(folder, { recursive: true });
});

const paths = ["/", "/bots/:bot_id", "/bots/:bot_id/:tab"];
const opened = (dir: string, settings = {}) => openPlatform({ settings, dashboard: { folder: dir, paths } });

/** All files have the same time, as in a package. */
async function write(dir: string, name: string, text: string): Promise<void> {
  for (const [end, bytes] of [
    ["", Buffer.from(text)],
    [".br", brotliCompressSync(text)],
    [".gz", gzipSync(text)],
  ] as const) {
    await writeFile(join(dir, name + end), bytes);
    await utimes(join(dir, name + end), 499_162_500, 499_162_500);
  }
}

async function signIn(platform: TestPlatform, sent = {}): Promise<string> {
  const browser = new Browser(platform);
  await browser.post("/api/v1/session", { body: { key: platform.admin.key }, ...sent });
  return browser.cookie!;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a path as it is: `fetch` would resolve its dots. */
function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  to = at,
  as = cookie,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = to.platform;
    const sent = request({ host: "127.0.0.1", port, method, path, headers: { cookie: as, ...headers } });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(pieces) }),
      );
    });
    sent.end();
  });
}

test("a page is never kept: without a session its address leads elsewhere", async () => {
  for (const path of ["/", "/bots/bot_1"]) {
    const { headers } = await send("GET", path, { "if-none-match": "*" });
    expect(headers["cache-control"], path).toBe("no-store");
    expect([headers.etag, headers["last-modified"]], path).toEqual([undefined, undefined]);
  }
});

test("a page has the chosen colours from its first byte, and none that are not colours", async () => {
  const coloursWith = async (cookies: string, path: string) =>
    /<html[^>]*>/.exec(withoutTime((await send("GET", path, {}, at, cookies)).body.toString()))![0];
  for (const path of ["/", "/sign-in", "/device"]) {
    for (const theme of ["light", "dark"])
      for (const cookies of [`botyard_theme=${theme}; ${cookie}`, `${cookie}; botyard_theme=${theme}`])
        expect(await coloursWith(cookies, path), path).toBe(`<html lang="en" data-theme="${theme}">`);
    for (const other of ["system", "", "dark>", '"dark"', "darker", "x=dark"])
      expect(await coloursWith(`${cookie}; botyard_theme=${other}`, path), other).toBe('<html lang="en">');
    expect(await coloursWith(`${cookie}; other_botyard_theme=dark`, path)).toBe('<html lang="en">');
  }
});

const withoutTime = (text: string) => text.replace(/ data-time="[^"]*"/, "");

test("a page has the time of the platform and nothing of a user or a bot", async () => {
  const before = Date.now();
  const { body } = await send("GET", "/bots/bot_1");
  const [, time = ""] = /<html lang="en" data-time="([^"]*)">/.exec(body.toString()) ?? [];
  expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
  expect(withoutTime(body.toString())).toBe(page);
});

test("files are compressed as the browser prefers, and caches keep the kinds apart", async () => {
  const plain = (body: Buffer) => body;
  for (const [accepts, encoding, read] of [
    ["br", "br", brotliDecompressSync],
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0.5, gzip;q=1", "gzip", gunzipSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
    ["br;q=0, gzip;q=0", undefined, plain],
    ["zstd", undefined, plain],
    ["", undefined, plain],
    [undefined, undefined, plain],
  ] as const)
    for (const [path, text] of [
      [asset, script],
      ["/", page],
    ] as const) {
      const given = accepts === undefined ? {} : { "accept-encoding": accepts };
      const { status, headers, body } = await send("GET", path, given);
      expect([status, headers["content-encoding"], headers.vary], `${path} ${accepts}`).toEqual([
        ...[200, encoding, "accept-encoding"],
      ]);
      expect(withoutTime(read(body).toString())).toBe(text);
      expect(headers["content-length"]).toBe(String(body.length));
    }
});

test("HEAD has the headers of GET, and a range is not supported", async () => {
  for (const path of ["/", asset]) {
    const { date: _, "x-request-id": __, ...got } = (await send("GET", path)).headers;
    const { status, headers, body } = await send("HEAD", path);
    expect([status, body.length]).toEqual([200, 0]);
    expect(headers).toMatchObject(got);
    const part = await send("GET", path, { range: "bytes=0-9" });
    expect([part.status, part.headers["content-range"], part.headers["accept-ranges"]]).toEqual([
      ...[200, undefined, undefined],
    ]);
    expect((await send("GET", path, { range: "bytes=99999-" })).status).toBe(200);
    const { status: refused, headers: allow } = await send("POST", path, { origin: at.platform.url });
    expect([refused, allow.allow]).toEqual([405, "GET, HEAD"]);
  }
});

test("no address leads out of the folder or to other files in it, and what is unknown is a problem document", async () => {
  const up = ["..", "%2e%2e", ".%2e", "..%2f..", "..%5c..", "%252e%252e", "%c0%ae%c0%ae"];
  for (const path of [
    ...up.flatMap((dots) => [`/assets/${dots}/index.html`, `/assets/${dots}/${dots}/etc/passwd`]),
    ...up.map((dots) => `/${dots}/sources.sha256`),
    ...[
      "/index.html",
      "/index.html.gz",
      "/sources.sha256",
      "/assets",
      "/assets/",
      `${asset}.br`,
      `${asset}%00`,
    ],
    ...["/assets/missing-12345678.js", `/${asset}`, "/assets/app-12345678.css", "/api/v1/nothing", "/api/v2"],
    ...["/favicon.ico", "/robots.txt", "/%zz", "/nothing"],
  ]) {
    const { status, headers, body } = await send("GET", path);
    expect([400, 404], path).toContain(status);
    expect(headers["content-type"], path).toBe("application/problem+json; charset=utf-8");
    expect(headers["cache-control"], path).toBe("no-store");
    expect(body.toString(), path).not.toMatch(/id="app"|root:|secret|let one/);
  }
});

test("pages tell the browser to keep other sites and devices out, and HTTPS only where there is HTTPS", async () => {
  const secure = await opened(folder, { publicUrl: "https://bots.example" });
  try {
    const from = { origin: "https://bots.example", headers: { "sec-fetch-site": "same-origin" } };
    const session = await signIn(secure, from);
    for (const path of ["/", "/bots/b/logs", "/sign-in?code=x", "/device"]) {
      const page = await send("GET", path);
      expect([page.status, page.headers["content-type"]], path).toEqual([200, "text/html; charset=utf-8"]);
      expect(page.headers, path).toMatchObject({
        "content-security-policy": expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": expect.stringContaining("camera=()"),
        "referrer-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      });
      expect(page.headers["strict-transport-security"]).toBeUndefined();
      const overHttps = await send("GET", path, {}, secure, session);
      expect(overHttps.headers["strict-transport-security"], path).toBe("max-age=31536000");
    }
    expect((await send("GET", asset)).headers["cross-origin-resource-policy"]).toBe("same-origin");
  } finally {
    await secure.close();
  }
});
