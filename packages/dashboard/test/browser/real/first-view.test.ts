import { expect, test } from "vitest";
import { type TestPlatform, until } from "../../../../repo/src/drive/platform.ts";
import { signIn, usePlatform } from "../../support/real.ts";

const bot = `
console.log(JSON.stringify({ _metric: "price", symbol: "A", value: 1 }));
console.log(JSON.stringify({ _metric: "price", symbol: "A", value: 2 }));
setInterval(() => {}, 1000);
`;

let platform: TestPlatform;
let botId: string;
const visit = usePlatform(async (started) => {
  platform = started;
  await platform.upload({ name: "trader", type: "realtime", bot });
  botId = await platform.create({ name: "trader", type: "realtime/trader" });
  await until(async () => (await platform.call("GET", `/bots/${botId}/metrics`)).json.total === 2);
});

test("the metrics of a bot are drawn, and what the page needs first is asked for once", async () => {
  const visitor = await visit();
  const { page } = visitor;
  await signIn(visitor, platform);
  await page.goto("about:blank");
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(`/bots/${botId}`);
  await page.getByRole("application", { name: /price.*last 2/ }).waitFor();
  for (const path of ["/auth/status", `/bots/${botId}/metrics`])
    expect(asked.filter((each) => each === `/api/v1${path}`)).toHaveLength(1);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("the chosen colours are those of every page, before any script has run", async () => {
  const visitor = await visit({ colorScheme: "light" });
  const { page } = visitor;
  const ground = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  const dark = "rgb(15, 18, 22)";
  await signIn(visitor, platform);
  await page.getByRole("button", { name: /settings and sign-out$/ }).click();
  await page.getByLabel("Colours").selectOption("dark");
  expect(await ground()).toBe(dark);
  await page.route("**/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.reload();
  expect(await ground()).toBe(dark);
  await page.unroute("**/*.js");
  await page.reload();
  await page.getByRole("button", { name: /settings and sign-out$/ }).click();
  expect(await page.getByLabel("Colours").inputValue()).toBe("dark");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
  expect(await ground()).toBe(dark);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
