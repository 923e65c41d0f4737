import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import * as esbuild from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import webpack from "webpack";
import { launchChromium, whyNoChromium } from "../../../../packages/repo/src/drive/chromium.ts";
import { count, seed } from "./agreement/count.ts";
import { type Consumer, newConsumer } from "./consumer.ts";
import { wasm } from "./cores.ts";

const whyNot = wasm.whyNot ?? whyNoChromium;
const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

let consumer: Consumer;
let server: Server;
let browser: Browser;
beforeAll(async () => {
  consumer = newConsumer();
  if (whyNot !== undefined) return;
  await wasm.build();
  for (const archive of await wasm.pack(consumer.folder))
    await consumer.install(join(consumer.folder, archive));
  server = createServer(({ url }, answer) => {
    const file = join(consumer.folder, new URL(url!, "http://localhost").pathname);
    if (!existsSync(file)) return void answer.writeHead(404).end();
    answer.setHeader("content-type", types[extname(file)] ?? "text/plain");
    answer.setHeader("content-security-policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
    answer.end(readFileSync(file));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  consumer?.close();
});

/** Opens a page with a script of the consumer's, and returns what the script says in the title. */
async function titleOf(script: string): Promise<string> {
  writeFileSync(
    join(consumer.folder, "page.html"),
    `<!doctype html><title></title><script type="module" src="${script}"></script>`,
  );
  const page = await browser.newPage();
  const failures: string[] = [];
  page.on("pageerror", ({ message }) => failures.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.location().url.endsWith("favicon.ico"))
      failures.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/page.html`);
  await expect.poll(async () => (await page.title()) || failures.join("\n")).not.toBe("");
  expect(failures).toEqual([]);
  const title = await page.title();
  await page.close();
  return title;
}

test("a page loads the target web, under a policy that allows nothing but its own files and WebAssembly", async ({
  skip,
}) => {
  skip(whyNot !== undefined, whyNot);
  const program = `
    import { BotyardError, load } from "/node_modules/@botyard/core-wasm/dist/web.js";
    const { json, log, metric, state } = await load();
    const line = metric.line("price", { value: 187.5, big: 2n ** 70n }, new Date("2024-05-06T07:08:09.123Z"));
    let code;
    try { state.document("a", { b: new Map() }) } catch (error) { code = error instanceof BotyardError && error.message; }
    document.title = json.write([state.fileName("ключ"), log.readLine(line, "stdout"), code]);`;
  writeFileSync(join(consumer.folder, "web.js"), program);
  expect(JSON.parse(await titleOf("/web.js"))).toEqual([
    "%d0%ba%d0%bb%d1%8e%d1%87.json",
    {
      kind: "metric",
      type: "price",
      data: { value: 187.5, big: 2 ** 70 },
      timestamp: "2024-05-06T07:08:09.123Z",
    },
    'the value of state key "a" has no JSON form: b is a Map',
  ]);
});

test("the page of the README works", async ({ skip }) => {
  skip(whyNot !== undefined, whyNot);
  const readme = readFileSync(join(wasm.folder, "README.md"), "utf8");
  const [, program] = /<script type="module">\n(.*?)<\/script>/s.exec(readme)!;
  writeFileSync(join(consumer.folder, "readme.js"), program!);
  symlinkSync(join("node_modules", "@botyard", "core-wasm", "dist"), join(consumer.folder, "core-wasm"));
  expect(await titleOf("/readme.js")).toBe("%4cast%20price.json");
});

test("webpack bundles the target bundler", async ({ skip }) => {
  skip(whyNot !== undefined, whyNot);
  const program = `
    import { request, result } from "@botyard/core-wasm";
    document.title = result.verdict(0, undefined) + request.open("/", { limit: "5" }).getInteger("limit");`;
  writeFileSync(join(consumer.folder, "bundled.js"), program);
  await bundle("bundled.js");
  expect(await titleOf("/bundle/main.js")).toBe("success5");
});

test(`in the browser the core agrees with @botyard/core in ${count} random calls of all rooms`, async ({
  skip,
}) => {
  skip(whyNot !== undefined, whyNot);
  await esbuild.build({
    entryPoints: [join(import.meta.dirname, "agreement", "page.ts")],
    ...{ bundle: true, format: "esm", target: "es2024", external: ["/node_modules/*"], logLevel: "error" },
    define: { Count: String(count), Seed: String(seed) },
    outfile: join(consumer.folder, "agreement.js"),
  });
  expect(await titleOf("/agreement.js")).toBe("agreed");
});

/** Bundles a program of the consumer's for browsers. */
async function bundle(entry: string): Promise<void> {
  const { folder } = consumer;
  const compiler = webpack({
    context: folder,
    entry: `./${entry}`,
    mode: "production",
    target: "web",
    performance: false,
    output: { path: join(folder, "bundle"), publicPath: "/bundle/", filename: "main.js", module: true },
    experiments: { asyncWebAssembly: true, outputModule: true },
  });
  const stats = await new Promise<webpack.Stats>((resolve, reject) =>
    compiler.run((error, stats) => (error ? reject(error) : resolve(stats!))),
  );
  expect(stats.toJson({ all: false, errors: true, warnings: true })).toMatchObject({
    errors: [],
    warnings: [],
  });
}
