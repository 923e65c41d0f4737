import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TestPlatform, until } from "../../../src/drive/platform.ts";
import { PostgresServer } from "../../../src/drive/postgres.ts";

/** Says in its state when it begins and when it was asked to end. */
const living = `
import { appendFileSync } from "node:fs";
const say = (word) => appendFileSync(process.env.STATE_DIR + "/said", word + "\\n");
process.on("SIGTERM", () => { say("asked to end"); process.exit(0); });
say("born");
setInterval(() => {}, 1000);
`;

let server: PostgresServer;
let url: { PLATFORM_DATABASE_URL: string };
let original: TestPlatform;
let other: TestPlatform;
let bot: string;
let databases = 0;

beforeAll(async () => {
  server = await PostgresServer.start();
});
afterAll(() => server?.close());
beforeEach(async () => {
  const name = `records${databases++}`;
  await server.query("postgres", `create database ${name}`);
  url = { PLATFORM_DATABASE_URL: server.url(name) };
  original = new TestPlatform();
  other = new TestPlatform();
  await original.start([], url);
  await original.upload({ name: "living", type: "realtime", bot: living });
  bot = await original.create({ name: "living", type: "realtime/living" });
  await original.waitFor(bot, "running");
  await until(async () => said(original).length === 1);
});
afterEach(async () => {
  // The one that may run the bot deletes it.
  for (const one of [other, original]) await one?.close().catch(() => {});
});

const said = ({ data }: TestPlatform): string[] => {
  const file = join(data, "bots", bot, "state", "said");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
};

const ready = async ({ url }: TestPlatform) => {
  const answer = await fetch(`${url}/readyz`);
  const { code, detail } = (await answer.json()) as { code?: string; detail?: string };
  return { status: answer.status, code, detail };
};

const copyData = () => execFileSync("cp", ["-a", original.data, other.data]);

test("bots of a database run from the data folder with their states, and from another one only if it takes them over", async () => {
  // While the one is used, the other is refused.
  await expect(other.start([], url)).rejects.toThrow(
    new RegExp(
      `exited with 1:[^]*store is in use by the platform with process id ${original.process?.pid} at \\S+${original.data} `,
    ),
  );
  await original.end("SIGTERM");
  // A package of other bots.
  const content = join(other.data, "packages", "files", "ab", `ab${"0".repeat(62)}`);
  mkdirSync(dirname(content), { recursive: true });
  writeFileSync(content, "theirs");
  await other.start([], url);
  expect(await ready(other)).toEqual({
    status: 503,
    code: "data_dir_copied",
    detail: expect.stringMatching(
      /^The bots of the database belong to another data folder, .*serve --take-over/,
    ),
  });
  expect(other.said.join("\n")).toMatch(
    new RegExp(
      `The bots of the database were last run from the data folder at ${original.data}, .*serve --take-over`,
    ),
  );
  expect(other.said.join("\n")).toMatch(/^bots: +none is run/m);
  const headers = { Authorization: `ApiKey ${original.key}` };
  expect((await fetch(`${other.url}/api/v1/bots/${bot}`, { headers })).status).toBe(200);
  const stopped = await fetch(`${other.url}/api/v1/bots/${bot}/stop`, { method: "POST", headers });
  expect(stopped.status).toBe(503);
  await other.end("SIGTERM");
  expect(said(original)).toEqual(["born"]);
  expect(existsSync(content)).toBe(true);

  // It is still theirs, and the bot has not noticed anything.
  await original.start([], url);
  expect((await ready(original)).status).toBe(200);
  await original.waitFor(bot, "running");
  expect(said(original)).toEqual(["born"]);
});

test("the data folder that takes the bots over has them for good", async () => {
  await original.end("SIGTERM");
  copyData();
  await other.start([], url);
  expect((await ready(other)).code).toBe("data_dir_copied");
  await other.end("SIGTERM");
  await other.start(["--take-over"], url);
  expect((await ready(other)).status).toBe(200);
  await until(async () => said(other).length === 2);
  expect(said(original)).toEqual(["born", "asked to end"]);
  expect(said(other)).toEqual(["born", "born"]);
  await other.end("SIGTERM");
  await other.start([], url);
  expect((await ready(other)).status).toBe(200);
  await other.end("SIGTERM");
  expect(said(other)).toEqual(["born", "born"]);

  await original.start([], url);
  expect((await ready(original)).code).toBe("data_dir_copied");
  expect(original.said.join("\n")).toContain(`is a copy of the one at ${other.data}, so no bot is run`);
  await original.end("SIGTERM");
  await other.start([], url);
});

test("a folder that has nothing takes over the bots of one that is lost", async () => {
  await original.end("SIGTERM");
  await other.start(["--take-over"], url);
  expect((await ready(other)).status).toBe(200);
  expect(said(original)).toEqual(["born", "asked to end"]);
});

test("a data folder with bots of its own cannot take over those of another database", async () => {
  await original.end("SIGTERM");
  await server.query("postgres", `create database theirs${databases}`);
  const theirs = { PLATFORM_DATABASE_URL: server.url(`theirs${databases}`) };
  await other.start([], theirs);
  await other.upload({ name: "theirs", type: "realtime", bot: living });
  const own = await other.create({ name: "theirs", type: "realtime/theirs" });
  await other.waitFor(own, "running");
  const said = join(other.data, "bots", own, "state", "said");
  await until(async () => existsSync(said));
  await other.end("SIGTERM");
  await expect(other.start(["--take-over"], url)).rejects.toThrow(
    /exited with 1:[\s\S]*knows none of the bots in the data folder/,
  );
  await other.start([], theirs);
  await other.waitFor(own, "running");
  expect(readFileSync(said, "utf8")).toBe("born\n");
  await original.start([], url);
});

test("a database that was copied does not run the bots a second time", async () => {
  await original.end("SIGTERM");
  await server.query(
    "postgres",
    `create database copied${databases} template ${new URL(url.PLATFORM_DATABASE_URL).pathname.slice(1)}`,
  );
  await other.start([], { PLATFORM_DATABASE_URL: server.url(`copied${databases}`) });
  expect((await ready(other)).code).toBe("data_dir_copied");
  await other.end("SIGTERM");
  await original.start([], url);
  expect((await ready(original)).status).toBe(200);
});
