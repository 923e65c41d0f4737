import { copyFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOlder } from "../../../server/test/store/older.ts";
import { TestPlatform, until } from "../../src/drive/platform.ts";

const writer = `
import { writeSync } from "node:fs";
writeSync(1, "born with " + JSON.parse(process.env.BOT_CONFIG).password.length + "\\n");
let n = 0;
setInterval(() => writeSync(1, "line " + ++n + "\\n"), 20);
`;
const password = "planted-update-canary";

const platform = new TestPlatform();
let bot: string;
beforeAll(async () => {
  await platform.start();
  await platform.upload({ name: "writer", type: "realtime", bot: writer });
  bot = await platform.create({ name: "writer", type: "realtime/writer", config: { password } });
  await platform.waitFor(bot, "running");
});
afterAll(() => platform.close());

/**
 * Gives the data folder what the release before secrets had: its schema, the config in clear, and the package as the archive
 * that was uploaded.
 */
async function takeBack(): Promise<void> {
  const file = join(platform.data, "platform.db");
  await makeOlder(file, "0021-networks");
  const database = new Sqlite(file);
  const config = JSON.stringify({ password });
  database.prepare("update bots set config = ?").run(config);
  database.prepare("update bot_revisions set body = json_set(body, '$.config', json(?))").run(config);
  const { sha256 } = database.prepare("select sha256 from custom_bot_versions").get() as { sha256: string };
  database.close();
  const packages = join(platform.data, "packages");
  for (const name of readdirSync(packages)) rmSync(join(packages, name), { recursive: true });
  copyFileSync(join(platform.dir, "writer-1.0.0.tar.gz"), join(packages, `${sha256}.tar.gz`));
}

interface Line {
  message: string;
}
const lines = async () =>
  (await platform.get<{ items: Line[] }>(`/bots/${bot}/logs?limit=1000`)).items.map(({ message }) => message);

test("an update of the platform keeps its bots running, copies the database before, and encrypts secrets", async () => {
  await until(async () => (await lines()).includes("line 5"));
  await platform.end("SIGKILL");
  await takeBack();
  await platform.start();
  await platform.waitFor(bot, "running");
  const { restarts } = await platform.get<{ restarts: number }>(`/bots/${bot}`);
  expect(restarts).toBe(0);
  const seen = (await lines()).length;
  await until(async () => (await lines()).length > seen + 5);
  const printed = (await lines()).filter((line) => line.startsWith("line "));
  expect(printed).toEqual(printed.map((_, at) => `line ${at + 1}`));
  expect((await lines()).filter((line) => line.startsWith("born"))).toEqual([`born with ${password.length}`]);
  expect(readdirSync(join(platform.data, "before-update"))).toEqual(["0021-networks.db"]);
  await platform.call("POST", `/bots/${bot}/restart`);
  await until(
    async () => (await lines()).filter((line) => line === `born with ${password.length}`).length === 2,
  );
});
