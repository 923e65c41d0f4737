import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestPlatform, until } from "../../../../repo/src/drive/platform.ts";
import { overflow, settled } from "../../support/dashboard.ts";
import { endlessReadme, hostile, readme } from "../../support/hostile.ts";
import { computing } from "../../support/processor.ts";
import { signIn, usePlatform, type Visitor } from "../../support/real.ts";

const megabyte = 1_000_000;
/** Of the processor, from the beginning of a test. A page that a text keeps busy takes many times as long. */
const mostMs = 3_000;
const bot = `
const say = (value) => console.log(JSON.stringify(value));
for (const text of ${JSON.stringify(hostile)}) {
  console.log(text);
  say({ _metric: "price", symbol: text, value: 1, note: text });
  say({ _metric: text, [text]: 1, value: 2 });
}
for (const value of [1e308, -1e308, -0, 5e-324]) say({ _metric: "extreme", value });
console.log('{"_metric":"extreme","value":1e400}');
say({ _metric: "formulas", equals: "=1+1", plus: "+1", minus: "-1", at: "@SUM(1)", tab: "\\t=1", cr: "\\r=1", number: -5 });
say({ _metric: "huge", symbol: "s".repeat(${megabyte / 2}), note: "n".repeat(${megabyte / 2}), value: 1 });
console.log("x".repeat(${megabyte}));
console.log("written");
setInterval(() => {}, 1000);
`;
const query = `
import { createServer } from "node:http";
const deep = "[".repeat(1000) + "1" + "]".repeat(1000);
const answers = {
  "/info": JSON.stringify({ available_queries: ["/health", "/info", "/long", "/deep"] }),
  "/long": JSON.stringify({ long: "y".repeat(${megabyte}), texts: ${JSON.stringify(hostile)} }),
  "/deep": '{"deep":' + deep + "}",
};
createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(answers[request.url.split("?")[0]] ?? "{}");
}).listen(process.env.QUERY_PORT, "127.0.0.1");
`;
const report = `
import { writeFileSync } from "node:fs";
const texts = ${JSON.stringify(hostile)};
const result = { status: "success", message: texts[1], texts, long: "r".repeat(${megabyte - 1_000}) };
writeFileSync(process.env.RESULT_PATH, JSON.stringify(result));
`;

let platform: TestPlatform;
let visitor: Visitor;
let computed: () => Promise<number>;
let id: string;
let stoppedId: string;
let reportId: string;
// By default, a line of a megabyte is cut long before it comes to a page.
const visit = usePlatform(
  async (started) => {
    platform = started;
    for (const upload of [
      { name: "hostile", type: "realtime", bot, query, description: hostile[0]!, readme },
      { name: "endless", type: "realtime", bot, readme: endlessReadme },
      { name: "report", type: "scheduled", bot: report, readme: "> ".repeat(200_000) },
    ] as const) {
      const { status, text } = await platform.upload(upload);
      expect(status, text).toBe(201);
    }
    const big = Object.fromEntries(hostile.map((text, at) => [`field${at}`, text]));
    id = await platform.create({
      ...{ name: hostile[1], type: "realtime/hostile" },
      config: { ...big, "<b>name</b>": 1, long: "c".repeat(90_000) },
    });
    // Only the state of a bot that is stopped can be changed.
    stoppedId = await platform.create({ name: "stopped", type: "realtime/hostile" });
    await platform.call("POST", `/bots/${stoppedId}/stop`);
    await platform.waitFor(stoppedId, "stopped");
    for (const [key, value] of [
      ["long", "v".repeat(megabyte)],
      ["texts", hostile],
    ] as const) {
      const { status, text } = await platform.call("PUT", `/bots/${stoppedId}/state/${key}`, value);
      expect(status, text).toBeLessThan(300);
    }
    const schedule = "0 0 1 1 *";
    reportId = await platform.create({ name: "report", type: "scheduled/report", schedule });
    const run = await platform.call("POST", `/bots/${reportId}/run`);
    expect(run.status, run.text).toBeLessThan(300);
    await until(async () =>
      (await platform.call("GET", `/bots/${reportId}/runs`)).text.includes('"success"'),
    );
    await until(async () =>
      (await platform.call("GET", `/bots/${id}/logs?q=written`)).text.includes('"written"'),
    );
  },
  { PLATFORM_LINE_BYTES: "4194304" },
);
beforeEach(async () => {
  visitor = await visit({ viewport: { width: 320, height: 800 } });
  computed = await computing(visitor.page);
  await signIn(visitor, platform);
});
afterEach(() => visitor?.close());

const text = () => visitor.page.getByRole("main").textContent();
const open = async (path: string) => {
  await visitor.page.goto(path);
  await visitor.page.getByRole("main").getByRole("heading").first().waitFor();
  await settled(visitor.page);
};

/** Nothing ran, left the platform, stuck out or froze. */
async function isUnharmed(): Promise<void> {
  const { page, complaints } = visitor;
  const path = page.url();
  expect(await page.evaluate("window.ran"), path).toBeUndefined();
  expect(await overflow(page), path).toBeLessThanOrEqual(0);
  expect(complaints, path).toEqual([]);
  expect(await page.locator("main :is(script, style, iframe, object, embed, img)").count(), path).toBe(0);
  expect(await page.locator('main a[href^="javascript" i], main a[href^="data" i]').count(), path).toBe(0);
  const ms = await computed();
  expect(ms, path).toBeLessThan(mostMs);
}

test("a readme is shown as text: no script, style, picture or address of it does anything", async () => {
  await open("/custom-bots/hostile");
  const shown = await text();
  expect(shown).toContain("<script>window.ran=1;alert(1)</script>");
  expect(shown).toContain("<style>body{display:none}</style>");
  expect(shown).toContain("‹202E›esrever red");
  const links = await visitor.page
    .locator(".markdown a")
    .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  expect(links).toEqual([
    "https://other.example/page",
    "https://other.example/picture.png",
    "https://other.example",
  ]);
  await isUnharmed();
  for (const path of ["/custom-bots", "/deploy?custom_bot=hostile"]) {
    await open(path);
    await isUnharmed();
  }
});

test("a readme that is nested or emphasised without end is shown as plain text, at once", async () => {
  for (const [name, beginning] of [
    ["endless", "_a__a_"],
    ["report", "> > >"],
  ]) {
    await open(`/custom-bots/${name}`);
    expect(await text()).toContain(beginning);
    expect(await text()).toContain("shown as plain text");
    expect(await text()).toMatch(/The first 200,000 of [\d,]+ characters are shown/);
    await isUnharmed();
  }
});

test("metrics with any name and value are drawn, listed and compared", async () => {
  await open(`/bots/${id}/metrics?range=all`);
  await visitor.page.locator("canvas").first().waitFor();
  for (const name of ["extreme", "__proto__", "constructor", "<script>window.ran=1;alert(1)</script>"])
    expect(await text()).toContain(name);
  await isUnharmed();
  await open(`/bots/${id}/metrics?range=all&as=table`);
  expect(await text()).toContain('"value":1e+308');
  expect(await text()).toContain('"__proto__":1');
  await isUnharmed();
  for (const path of ["/", "/compare", "/compare?type=price&field=value"]) {
    await open(path);
    await isUnharmed();
  }
});

test("no cell of a file of metrics is a formula", async () => {
  const { page } = visitor;
  await open(`/bots/${id}/metrics?range=all`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const cells = cellsOf(readFileSync(await file.path(), "utf8"));
  for (const cell of ["'=1+1", "+1", "-1", "'@SUM(1)", "'\t=1", "'\r=1", "-5"]) expect(cells).toContain(cell);
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell)))).toEqual([]);
  await isUnharmed();
});

/** Reads the cells of a CSV document (RFC 4180). */
function cellsOf(document: string): string[] {
  return Array.from(
    document.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)|([^,\r\n]*)(?:,|\r\n)/g),
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
  );
}

test("lines of a megabyte, colours and changed directions are read, opened and found", async () => {
  const { page } = visitor;
  await open(`/bots/${id}/logs`);
  await page.getByText("written", { exact: true }).waitFor();
  expect(await text()).toContain("1,000,000 characters");
  await isUnharmed();
  const { items } = await platform.get<{ items: { seq: number; message: string }[] }>(
    `/bots/${id}/logs?limit=1000`,
  );
  const long = items.find(({ message }) => message.startsWith("xxx"))!;
  await open(`/bots/${id}/logs?line=${long.seq}`);
  await page.getByText(`Line ${long.seq} ·`).waitFor();
  await isUnharmed();
  await open(`/bots/${id}/logs?q=${encodeURIComponent("\u202E")}`);
  await page.getByText("‹202E›gnp.exe‹2066›").waitFor();
  await isUnharmed();
});

test("answers of a megabyte and a thousand levels are shown as a tree and as text", async () => {
  const { page } = visitor;
  await open(`/bots/${id}/queries`);
  for (const [path, seen] of [
    ["/long", "yyyyyy"],
    ["/deep", "deep"],
  ]) {
    await page.getByLabel("Query").selectOption(path!);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await page.getByText("answered").first().waitFor();
    await expect.poll(text).toContain(seen);
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await page.locator(".document-body pre").waitFor();
    await isUnharmed();
  }
});

test("a large config, state and result are shown, and a config of a megabyte is refused with a reason", async () => {
  const { page } = visitor;
  for (const [path, seen] of [
    [`/bots/${stoppedId}/state?key=long`, "vvvvv"],
    [`/bots/${stoppedId}/state?key=texts`, "<iframe src=http://other.example>"],
    [`/bots/${id}/events`, "running"],
  ]) {
    await open(path!);
    await expect.poll(text).toContain(seen);
    await isUnharmed();
  }
  await open(`/bots/${reportId}/runs`);
  await page.getByRole("button", { name: /^Show run/ }).click();
  await expect.poll(text).toContain("onerror=");
  await isUnharmed();
  await open(`/bots/${id}/config`);
  const fields = page.getByRole("textbox", { name: "Fields" });
  expect(await fields.inputValue()).toContain('"<b>name</b>": 1');
  expect(await fields.inputValue()).toContain("c".repeat(90_000));
  await isUnharmed();
  await fields.fill(JSON.stringify({ long: "c".repeat(megabyte) }));
  await page.getByRole("button", { name: "Review changes" }).click();
  await page
    .getByText(/at most 102400|too large/)
    .first()
    .waitFor();
  await isUnharmed();
});
