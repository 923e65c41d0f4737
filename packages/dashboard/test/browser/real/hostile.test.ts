import { expect, test } from "vitest";
import { type TestPlatform, until } from "../../../../repo/src/drive/platform.ts";
import { paths } from "../../../paths.js";
import { addressesOf, tabs } from "../../support/addresses.ts";
import { overflow, settled } from "../../support/dashboard.ts";
import { signIn, usePlatform } from "../../support/real.ts";

const hostile = [
  "<script>window.ran=1;alert(1)</script>",
  '<img src=x onerror="window.ran=1;alert(2)">',
  "javascript:alert(3)",
  "\u202Egnp.exe\u2066",
  "\u001b[31mred\u001b[0m",
  '=HYPERLINK("http://evil.example","x")',
];
const bot = `
const config = JSON.parse(process.env.BOT_CONFIG);
for (const text of config.texts) {
  console.log(text);
  console.log(JSON.stringify({ _metric: "price", symbol: text, value: 1, note: text }));
}
console.log("x".repeat(1_000_000));
console.log("written");
setInterval(() => {}, 1000);
`;
const query = `
import { createServer } from "node:http";
createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  const path = request.url.split("?")[0];
  const texts = ${JSON.stringify(hostile)};
  response.end(JSON.stringify(path === "/info" ? { available_queries: ["/health", "/info", "/texts"] } : { texts, long: "y".repeat(100_000) }));
}).listen(process.env.QUERY_PORT, "127.0.0.1");
`;
let platform: TestPlatform;
let id: string;
const visit = usePlatform(async (started) => {
  platform = started;
  const { status, text } = await platform.upload({
    ...{ name: "hostile", type: "realtime", bot, query },
    schema: {
      description: hostile[1],
      properties: { texts: { title: hostile[0], description: hostile[1] } },
    },
  });
  expect(status, text).toBe(201);
  id = await platform.create({ name: "texts", type: "realtime/hostile", config: { texts: hostile } });
  await until(async () =>
    (await platform.call("GET", `/bots/${id}/logs?q=written`)).text.includes('"written"'),
  );
});

test("what a bot writes, answers and is given harms no view of it", async () => {
  const visitor = await visit({ viewport: { width: 320, height: 800 } });
  const { page } = visitor;
  await signIn(visitor, platform);
  for (const path of [
    ...["/", "/compare", "/deploy?custom_bot=hostile", "/custom-bots", "/custom-bots/hostile"],
    ...["metrics", "metrics?as=table", "logs", "queries", "config", "config?as=json", "state", "events"].map(
      (tab) => `/bots/${id}/${tab}`,
    ),
  ]) {
    await page.goto(path);
    await page.getByRole("main").getByRole("heading").first().waitFor();
    await settled(page);
    if (path.endsWith("/queries")) {
      await page.getByRole("button", { name: /^Ask/ }).click();
      await expect.poll(() => page.getByRole("main").textContent()).toContain("yyyy");
    }
    if (path.endsWith("/logs")) await page.getByText("<script>window.ran=1").first().waitFor();
    expect(await page.evaluate("window.ran"), path).toBeUndefined();
    expect(await overflow(page), path).toBeLessThanOrEqual(0);
    expect(visitor.complaints, path).toEqual([]);
  }
  await visitor.close();
});

test("a user sees nothing of another user, at any address and on the stream", async () => {
  const { status, text } = await platform.call("POST", "/users", { name: "lena" });
  expect(status, text).toBe(201);
  const [admin, lena] = await Promise.all([visit(), visit()]);
  await signIn(admin, platform);
  const received: string[] = [];
  const { page } = lena;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => received.push(String(payload))),
  );
  await signIn(lena, platform, "lena");
  await admin.page.getByRole("link", { name: "texts", exact: true }).waitFor();
  await page.getByRole("heading", { name: "No bots yet" }).waitFor();
  const addresses = addressesOf(id, "hostile");
  expect(addresses).toHaveLength(paths.length + tabs.length - 1);
  for (const path of addresses) {
    await page.goto(path);
    await page.getByRole("main").getByRole("heading").first().waitFor();
    await settled(page);
    const shown = (await page.getByRole("main").textContent())!;
    expect(shown, path).not.toMatch(/texts|window\.ran|written|realtime\/hostile/);
    if (/^.(bots|custom-bots)./.test(path)) expect(shown, path).toMatch(/not found/i);
    else expect(shown, path).not.toMatch(/hostile/);
  }
  // Something happens to the bot while both watch, and what the page asks for by hand is refused.
  await page.goto("/");
  const refused = await page.evaluate<string>(`new Promise((resolve) => {
    const key = localStorage.getItem("botyard.page-key");
    const socket = new WebSocket("/api/v1/stream", ["botyard", "botyard.page-key." + key]);
    socket.onmessage = ({ data }) => resolve(data);
    socket.onopen = () => socket.send(JSON.stringify({
      op: "subscribe", id: "mine", bot_id: "${id}", channels: ["logs", "metrics", "status"],
    }));
  })`);
  expect(JSON.parse(refused)).toMatchObject({ op: "error" });
  await platform.call("POST", `/bots/${id}/restart`);
  await admin.page.goto(`/bots/${id}/events`);
  await admin.page.getByText("Was told to stop.").first().waitFor();
  await platform.waitFor(id, "running");
  expect(
    received.filter((frame) => /texts|window\.ran|hostile/.test(frame) || frame.includes('"event"')),
  ).toEqual([]);
  expect([...admin.complaints, ...lena.complaints]).toEqual([]);
  await Promise.all([admin.close(), lena.close()]);
});
