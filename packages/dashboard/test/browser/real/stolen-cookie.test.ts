import { expect, test } from "vitest";
import type { TestPlatform } from "../../../../repo/src/drive/platform.ts";
import { signIn, usePlatform } from "../../support/real.ts";

/** Shows a page on a port of its own, and tries the cookie of its visitor at every address of the platform. */
const bot = `
const { createServer, request } = await import("node:http");
let sources = 0;
// From a client of its own each time, because the platform limits the failures of one.
const send = (address, method, headers) => new Promise((resolve, reject) => {
  const client = { "x-forwarded-for": "203.0.113." + ++sources };
  const sent = request(address, { method, headers: { ...headers, ...client } }, (answer) => {
    let text = "";
    answer.setEncoding("utf8").on("data", (piece) => { text += piece; });
    answer.on("end", () => resolve({ status: answer.statusCode, text }));
  });
  sent.on("error", reject).end();
});
async function rob(platform, cookie) {
  const forged = { cookie, origin: platform, "sec-fetch-site": "same-origin" };
  const { paths } = JSON.parse((await send(platform + "/openapi.json", "GET", {})).text);
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { security }] of Object.entries(methods)) {
      if (security?.length === 0) continue;
      const { status, text } = await send(platform + path.replace(/{.*?}/g, "x"), method.toUpperCase(), forged);
      console.log("robbed " + JSON.stringify([status, method, path, text.slice(0, 300)]));
    }
  for (const path of ["/", "/bots/x", "/system", "/device"])
    console.log("page " + JSON.stringify((await send(platform + path, "GET", forged)).text));
  console.log("done");
}
const server = createServer(({ headers, url }, answer) => {
  answer.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Signals</title><h1>Free signals</h1>");
  const platform = new URL(url, "http://bot").searchParams.get("platform");
  if (platform) rob(platform, headers.cookie).catch((error) => console.log("failed " + error));
});
server.listen(0, "127.0.0.1", () => console.log("listens on " + server.address().port));
process.on("SIGTERM", () => process.exit(0));
`;

let platform: TestPlatform;
// With a network of its own, no browser reaches a port of the bot.
const visit = usePlatform(
  (started) => {
    platform = started;
  },
  { PLATFORM_NETWORK: "host", PLATFORM_TRUSTED_PROXIES: "127.0.0.1" },
);

test("a bot that gets the cookie of an admin's browser is refused everywhere, and the dashboard goes on", async () => {
  await platform.upload({ name: "signals", type: "realtime", bot });
  const id = await platform.create({ name: "free-signals", type: "realtime/signals" });
  const messages = async () => {
    const { items } = await platform.get<{ items: { message: string }[] }>(`/bots/${id}/logs?limit=1000`);
    return items.map(({ message }) => message);
  };
  const listens = /^listens on (\d+)$/;
  await expect.poll(messages).toContainEqual(expect.stringMatching(listens));
  const [, port] = listens.exec((await messages()).find((message) => listens.test(message))!)!;

  const visitor = await visit();
  const { page } = visitor;
  await signIn(visitor, platform);
  const trap = await page.context().newPage();
  await trap.goto(`http://127.0.0.1:${port}/?platform=${encodeURIComponent(platform.url)}`);
  await expect.poll(messages, { timeout: 60_000 }).toContain("done");

  const said = await messages();
  expect(said.filter((message) => message.startsWith("failed"))).toEqual([]);
  const robbed = said
    .flatMap((message) => /^robbed (.*)$/.exec(message)?.[1] ?? [])
    .map((text) => JSON.parse(text));
  expect(robbed.length).toBeGreaterThan(50);
  for (const [status, method, path, text] of robbed) {
    expect(status, `${method} ${path} ${text}`).toBe(401);
    expect(text, `${method} ${path}`).toContain("page_key_required");
  }
  const pages = said.filter((message) => message.startsWith("page "));
  expect(pages).toHaveLength(4);
  for (const one of pages) expect(one).not.toMatch(/free-signals|admin/);

  await page.reload();
  await page.getByRole("link", { name: "free-signals" }).click();
  await page.getByRole("link", { name: "Logs" }).click();
  await page.getByText("done", { exact: true }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
}, 120_000);
