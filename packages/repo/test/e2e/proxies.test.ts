import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { packageLimits } from "@botyard/manifest";
import { Agent, type BodyInit, fetch, type RequestInit } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platform as command, start } from "../../../cli/test/platform.ts";
import { buildDashboard } from "../../src/build/dashboard.ts";
import { launchChromium, whyNoChromium } from "../../src/drive/chromium.ts";
import { passableFolder } from "../../src/drive/folder.ts";
import { freePort, TestPlatform } from "../../src/drive/platform.ts";
import { caddy, host, makeCertificate, nginx, RunningProxy, whyNoProxy } from "../../src/drive/proxies.ts";
import { bot, configOf, packed, schema } from "./proxies/counter.ts";

/** An address of this machine by which the proxy sees a client that is not on loopback. */
const [external] = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ family, internal }) => family === "IPv4" && !internal);

describe.each([nginx, caddy])("behind $name", (kind) => {
  const obstacle = whyNoProxy(kind);
  // nginx changes to another user, who needs its temporary files.
  const dir = passableFolder("botyard-proxies-");
  const platform = new TestPlatform();
  let certificate: ReturnType<typeof makeCertificate>;
  let proxy: RunningProxy;
  let archive: Buffer<ArrayBuffer>;
  let env: Record<string, string>;

  beforeAll(async () => {
    if (obstacle !== undefined) return;
    await buildDashboard();
    certificate = makeCertificate(dir);
    const httpsPort = await freePort();
    archive = await packed(dir);
    await platform.start(["--stop-bots"], {
      PLATFORM_PUBLIC_URL: `https://${host}:${httpsPort}`,
      PLATFORM_TRUSTED_PROXIES: "127.0.0.1",
      PLATFORM_UPLOAD_BYTES: String(archive.length),
    });
    await platform.upload({ name: "counter", type: "realtime", bot });
    await platform.create({ name: "counter", type: "realtime/counter" });
    proxy = await startProxy("proxy", httpsPort, { nginx: `client_max_body_size ${archive.length};` });
    // The command has no option for the address of a name.
    const names = join(dir, "names.mjs");
    writeFileSync(
      names,
      `import dns from "node:dns";
const { lookup } = dns;
dns.lookup = (name, ...more) => lookup(name === "${host}" ? "127.0.0.1" : name, ...more);`,
    );
    env = {
      ...{ HOME: dir, PLATFORM_CONFIG_HOME: join(dir, "config") },
      ...{ NODE_EXTRA_CA_CERTS: certificate.file, NODE_OPTIONS: `--import=${names}` },
    };
    const login = await command(["auth", "login", "--url", proxy.url, "--with-token"], {
      ...{ env, input: platform.key },
    });
    expect(login).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await proxy?.stop();
    await platform.close();
    rmSync(dir, { recursive: true });
  });

  async function startProxy(name: string, httpsPort: number, limits: Partial<Record<string, string>>) {
    const limit = limits[kind.name];
    const options = { dir: join(dir, name), platformPort: platform.port, certificate, httpsPort };
    return RunningProxy.start(kind, { ...options, ...(limit !== undefined && { limit }) });
  }

  /** Sends a request to the proxy, from an address of this machine. */
  async function ask(path: string, options: RequestInit = {}, from = "127.0.0.1", url = proxy.url) {
    const lookup = (_name: string, { all }: { all?: boolean }, done: (...found: unknown[]) => void) =>
      all ? done(null, [{ address: from, family: 4 }]) : done(null, from, 4);
    const dispatcher = new Agent({ connect: { ca: certificate.pem, lookup: lookup as LookupFunction } });
    const answer = await fetch(new URL(path, url), { redirect: "manual", ...options, dispatcher });
    const { status, headers } = answer;
    const text = await answer.text();
    await dispatcher.close();
    return { status, headers, text };
  }
  const withKey = () => ({ authorization: `ApiKey ${platform.key}` });
  const upload = (body: BodyInit, headers = withKey()) =>
    ask("/api/v1/custom-bots", {
      ...{ method: "POST", body, headers: { ...headers, "content-type": "application/gzip" } },
    });

  test("the first start prints a link that signs a browser in over TLS, with a cookie for HTTPS only, once", async ({
    skip,
  }) => {
    skip(obstacle !== undefined, obstacle);
    const [link] = /https:\S+\/sign-in\S+/.exec(platform.said.join("\n")) ?? [];
    expect(link).toMatch(`${proxy.url}/sign-in`);
    const page = await ask(link!);
    expect(page.status).toBe(200);
    expect(page.headers.get("strict-transport-security")).toMatch(/max-age=\d+/);
    const body = new URLSearchParams();
    for (const [input] of page.text.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
      body.append(/name="([^"]*)"/.exec(input)![1]!, /value="([^"]*)"/.exec(input)?.[1] ?? "");
    const action = /<form[^>]*action="([^"]*)"/.exec(page.text)?.[1] ?? link!;
    const signIn = (origin: string) => ask(action, { method: "POST", body, headers: { origin } });
    expect((await signIn("https://evil.example")).status).toBe(403);
    const signedIn = await signIn(proxy.url);
    const [cookie = ""] = signedIn.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-botyard=[^;]+; .*HttpOnly; .*Secure/);
    const dashboard = await ask("/", { headers: { cookie: cookie.split(";")[0]! } });
    expect(dashboard).toMatchObject({ status: 200, text: expect.stringContaining("<script") });
    expect((await signIn(proxy.url)).headers.getSetCookie()).toEqual([]);
  });

  test("plain HTTP leads to the same page over TLS", async ({ skip }) => {
    skip(obstacle !== undefined, obstacle);
    const answer = await ask("/bots?x=1", {}, "127.0.0.1", `http://${host}:${proxy.httpPort}`);
    expect([301, 308]).toContain(answer.status);
    expect(answer.headers.get("location")).toMatch(/^https:\/\/bots\.example(:\d+)?\/bots\?x=1$/);
  });

  test("an upload at the limit passes, one above it is refused, and so is one with a wrong key, whatever its size", async ({
    skip,
  }) => {
    skip(obstacle !== undefined, obstacle);
    expect(await upload(archive)).toMatchObject({ status: 201 });
    const wrong = await upload(archive, { authorization: "ApiKey wrong" });
    expect(JSON.parse(wrong.text)).toMatchObject({ status: 401, code: "api_key_invalid" });
    const above = await upload(new Uint8Array(archive.length + 1));
    expect(above.status).toBe(413);
    // Caddy leaves the limit to the platform.
    if (kind === caddy) expect(JSON.parse(above.text)).toMatchObject({ code: "payload_too_large" });
  });

  test("the command deploys a bot and follows its log", async ({ skip }) => {
    skip(obstacle !== undefined, obstacle);
    const cwd = join(dir, "deployed");
    mkdirSync(cwd);
    const files = { "bot-config.yaml": configOf("deployed"), "bot-schema.json": schema, "main.mjs": bot };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    const instance = { name: "deployed", type: "realtime/deployed", version: "1.0.0", config: {} };
    writeFileSync(join(cwd, "instance.json"), JSON.stringify(instance));
    for (const words of ["custom-bot deploy", "bot deploy instance.json"]) {
      const { code, stderr } = await command(words.split(" "), { env, cwd });
      expect(code, stderr).toBe(0);
    }
    const follow = start(["bot", "logs", "deployed", "--follow"], { env });
    const ended = new Promise((resolve) => follow.once("close", resolve));
    let said = "";
    let complaints = "";
    follow.stdout.on("data", (text) => {
      said += text;
    });
    follow.stderr.on("data", (text) => {
      complaints += text;
    });
    const counts = () => Array.from(said.matchAll(/counted to (\d+)/g), ([, count]) => Number(count));
    await expect.poll(() => counts().length, { message: "lines of the log" }).toBeGreaterThan(1);
    const count = counts().at(-1)!;
    // What is printed from now on has come over the stream.
    await expect.poll(() => said).toContain(`counted to ${count + 20}\n`);
    follow.kill("SIGINT");
    await ended;
    expect(complaints).not.toMatch(/error|reconnect/i);
  });

  test("the dashboard follows a log in a browser, over the stream that the browser's session opens", async ({
    skip,
  }) => {
    skip(obstacle !== undefined, obstacle);
    skip(whyNoChromium !== undefined, whyNoChromium);
    const browser = await launchChromium(`--host-resolver-rules=MAP ${host} 127.0.0.1`);
    try {
      const context = await browser.newContext({ baseURL: proxy.url, ignoreHTTPSErrors: true });
      const page = await context.newPage();
      const sockets: string[] = [];
      let messages = 0;
      page.on("websocket", (socket) => {
        sockets.push(socket.url());
        socket.on("framereceived", () => {
          messages += 1;
        });
      });
      const { json } = await platform.call("POST", "/users/admin/sign-in-links");
      await page.goto(json.path);
      await page.getByRole("button", { name: "Sign in" }).press("Enter");
      await page.waitForURL("/");
      await page.getByRole("link", { name: "counter" }).first().click();
      await expect.poll(() => sockets).toContain(`${proxy.url.replace("https", "wss")}/api/v1/stream`);
      await expect.poll(() => messages).toBeGreaterThan(2);
      const [session] = await context.cookies();
      expect(session).toMatchObject({ name: "__Host-botyard", secure: true, sameSite: "Strict" });
    } finally {
      await browser.close();
    }
  });

  test("an assistant connects to the tool server by the public name, and calls a tool", async ({ skip }) => {
    skip(obstacle !== undefined, obstacle);
    const say = async (method: string, params: object, headers = {}) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const own = { "content-type": "application/json", "x-api-key": platform.key };
      return ask("/mcp", { method: "POST", body, headers: { ...own, ...headers } });
    };
    const clientInfo = { name: "test", version: "1" };
    const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const begun = await say("initialize", initialize, { origin: proxy.url });
    expect(begun.status, begun.text).toBe(200);
    expect(JSON.parse(begun.text).result.serverInfo).toBeDefined();
    const called = await say("tools/call", { name: "bot_list", arguments: {} });
    const { bots } = JSON.parse(called.text).result.structuredContent;
    expect(bots).toContainEqual(expect.objectContaining({ name: "counter" }));
    const foreign = await say("initialize", initialize, { origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
  });

  test("a package above the proxy's limit, and a platform that does not answer, are explained by the command", async ({
    skip,
  }) => {
    skip(obstacle !== undefined, obstacle);
    const lower = await startProxy("lower", await freePort(), {
      nginx: "client_max_body_size 1k;",
      caddy: "request_body {\n max_size 1KiB\n }",
    });
    try {
      const at = { ...env, PLATFORM_API_URL: lower.url, PLATFORM_API_KEY: platform.key };
      await command(["custom-bot", "init", "large"], { env, cwd: dir });
      const cwd = join(dir, "large");
      writeFileSync(join(cwd, "data.bin"), randomBytes(60_000));
      const deployed = await command(["custom-bot", "deploy"], { env: at, cwd });
      expect(deployed.code, deployed.stderr).not.toBe(0);
      expect(deployed.stderr).toMatch(
        /error: (nginx\/\S+|Caddy) answered with status (413|502), not the platform/,
      );
      const directive = kind === nginx ? "client_max_body_size 256m;" : "request_body { max_size 256MiB }";
      expect(deployed.stderr).toContain(directive);
      await platform.end("SIGTERM");
      const unanswered = await command(["bot", "list"], { env: at });
      expect(unanswered.code, unanswered.stderr).toBe(7);
      expect(unanswered.stderr).toMatch(
        /error: (nginx\/\S+|Caddy) answered with status 502, not the platform/,
      );
      expect(unanswered.stderr).toContain("check that the platform runs");
    } finally {
      await lower.stop();
      await platform.start(["--stop-bots"], {
        PLATFORM_PUBLIC_URL: proxy.url,
        PLATFORM_TRUSTED_PROXIES: "127.0.0.1",
      });
    }
  });

  test("clients keep their own addresses: one that sends wrong keys does not lock another one out", async ({
    skip,
  }) => {
    skip(obstacle !== undefined, obstacle);
    skip(external === undefined, "this machine has no address besides loopback");
    const wrong = async (from: string, headers = {}) =>
      (await ask("/api/v1/bots", { headers: { authorization: "ApiKey wrong", ...headers } }, from)).status;
    const { address } = external!;
    let last = 401;
    for (let n = 0; n <= 60 && last === 401; n += 1) last = await wrong(address);
    const refused = await ask("/api/v1/bots", {}, address);
    expect(refused).toMatchObject({ status: 429, text: expect.stringContaining(`from ${address}`) });
    // What a client says about itself is not believed.
    expect(await wrong(address, { "x-forwarded-for": "203.0.113.9" })).toBe(429);
    expect(await wrong("127.0.0.1")).toBe(401);
    expect((await ask("/api/v1/bots", { headers: withKey() }, address)).status).toBe(200);
  });
});

test("the published limit of nginx is the default limit of the platform", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../cli/proxies/nginx.conf"), "utf8");
  const [, mebibytes] = /client_max_body_size (\d+)m;/.exec(text)!;
  expect(Number(mebibytes) * 1024 * 1024).toBe(packageLimits.compressedBytes);
});
