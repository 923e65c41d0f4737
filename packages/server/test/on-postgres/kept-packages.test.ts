import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentFile, removeUnpacked } from "@botyard/manifest";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inDatabase } from "../../../repo/src/drive/postgres.ts";
import { databaseOf } from "../../../repo/src/drive/test-database.ts";
import { systemClock } from "../../src/clock.ts";
import { compose, type Platform } from "../../src/compose.ts";
import { createEngine } from "../../src/engine/create-engine.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { FakeExecutor } from "../engine/fake-executor.ts";
import type { Answer, Ask, Client } from "../http/harness.ts";
import { botFiles, listOf, sendList, sha256, uploadListed } from "../http/listed-packages.ts";
import { packageOf } from "../http/packages.ts";

const tool = Buffer.from("#!/bin/sh\necho tool\n");
const large = Buffer.alloc(700_000, "a line of a large file\n");
const code = "print('kept')\n";

describe("a platform with PostgreSQL", () => {
  let databaseUrl: string;
  let dataDir: string;
  let platform: Platform;
  let executor: FakeExecutor;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "botyard-kept-"));
    databaseUrl = (await databaseOf(dataDir)) as string;
    executor = new FakeExecutor(systemClock);
    await start();
  });
  afterEach(async () => {
    await platform.close({ stopBots: true });
    await removeUnpacked(dataDir);
  });

  async function start(): Promise<void> {
    platform = await compose({
      settings: {
        ...{ ...defaultSettings, dataDir, port: 0, network: "host" as const, stopGraceMs: 500 },
        databaseUrl,
      },
      ...{ clock: systemClock, log: pino({ level: process.env.LOG ?? "silent" }), createEngine },
      executor: async () => executor,
    });
  }

  const ask = async (
    method: string,
    path: string,
    { body, raw, headers = {} }: Ask = {},
  ): Promise<Answer> => {
    const key = readFileSync(join(dataDir, "admin.key"), "utf8").trim();
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const answer = await fetch(`${platform.apiUrl}${path}`, {
      method,
      headers: { authorization: `ApiKey ${key}`, ...type, ...headers },
      ...((body ?? raw) !== undefined && { body: raw ?? JSON.stringify(body) }),
    } as RequestInit);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: text && JSON.parse(text) };
  };
  const me = { ask } as Client;

  const upload = async (name = "kept", more: { code?: string; files?: Record<string, Uint8Array> } = {}) =>
    ask("POST", "/custom-bots", {
      raw: await packageOf({ name, code, files: { "lib/tool.sh": tool, "large.txt": large }, ...more }),
      headers: { "content-type": "application/gzip" },
    });
  const create = async (name = "kept"): Promise<string> => {
    const made = await ask("POST", "/bots", {
      body: { name, type: `realtime/${name}`, version: "latest", config: {} },
    });
    expect(made.status).toBe(201);
    return made.json.bot_id;
  };
  const status = (id: string, wanted: string) =>
    expect
      .poll(async () => {
        const { json } = await ask("GET", `/bots/${id}`);
        return `${json.status} ${json.reason ?? ""}`.trim();
      })
      .toContain(wanted);
  const stop = async (id: string) => {
    await ask("POST", `/bots/${id}/stop`);
    await status(id, "stopped");
  };
  const run = async (id: string) => {
    await ask("POST", `/bots/${id}/start`);
    await status(id, "running");
    return executor.last.spec.codeDir;
  };
  const stored = (content: string | Uint8Array, isExecutable = false) =>
    contentFile(join(dataDir, "packages/files"), sha256(content), isExecutable);
  const lists = () => readdirSync(join(dataDir, "packages/lists"));
  const loseCode = () => removeUnpacked(join(dataDir, "code"));
  const kept = async () =>
    (
      await inDatabase<{ sha256: string; number: number }>(
        databaseUrl,
        "select sha256, number from blob_chunks where kind = 'files'",
      )
    ).map(({ sha256, number }) => `${sha256} ${number}`);

  test("runs a bot whose packages were lost with the data folder of its machine", async () => {
    expect((await upload()).status).toBe(201);
    const id = await create();
    await status(id, "running");
    await platform.close({ stopBots: true });
    rmSync(join(dataDir, "packages"), { recursive: true });
    await loseCode();
    await start();
    await status(id, "running");
    const { codeDir } = executor.last.spec;
    expect(readFileSync(join(codeDir, "main.py"), "utf8")).toBe(code);
    expect(readFileSync(join(codeDir, "large.txt")).equals(large)).toBe(true);
    expect(readdirSync(join(dataDir, "uploads"))).toEqual([]);
    // It is there again for the next start.
    await inDatabase(databaseUrl, "delete from blob_chunks");
    await stop(id);
    await loseCode();
    await run(id);
  });

  test("runs a bot whose code is whole without its list and contents", async () => {
    await upload();
    const id = await create();
    await status(id, "running");
    await stop(id);
    rmSync(join(dataDir, "packages"), { recursive: true });
    await run(id);
    expect(lists()).toHaveLength(1);
  });

  test.each<[string, () => void]>([
    ["a content", () => bend(stored(code))],
    ["a content that is cut off", () => bend(stored(large), "short")],
    ["the list", () => bend(join(dataDir, "packages/lists", lists()[0]!))],
  ])("fetches %s again that was changed in the data folder", async (_, change) => {
    await upload();
    const id = await create();
    await status(id, "running");
    await platform.close({ stopBots: true });
    await loseCode();
    change();
    await start();
    await status(id, "running");
    const { codeDir } = executor.last.spec;
    expect(readFileSync(join(codeDir, "main.py"), "utf8")).toBe(code);
    expect(readFileSync(join(codeDir, "large.txt")).equals(large)).toBe(true);
  });

  test.each([
    ["damaged", "update blob_chunks set data = '\\x00' where sha256 = "],
    ["missing", "delete from blob_chunks where sha256 = "],
  ])(
    "runs no bot with a content that is %s in the database, until it is uploaded again",
    async (what, change) => {
      await upload();
      const id = await create();
      await status(id, "running");
      await stop(id);
      rmSync(join(dataDir, "packages"), { recursive: true });
      await loseCode();
      await inDatabase(databaseUrl, `${change}'${sha256(code)}'`);
      await ask("POST", `/bots/${id}/start`);
      await status(id, "failed package_corrupt");
      const { json } = await ask("GET", `/bots/${id}`);
      expect(json.detail ?? json.status_detail).toMatch(
        new RegExp(
          `^The file main.py of the stored package [0-9a-f]{12} is ${what} in the database\\. Upload`,
        ),
      );
      expect((await upload()).status).toBe(200);
      await run(id);
      expect(await kept()).toContain(`${sha256(code)} 0`);
    },
  );

  test("says that a list is damaged in the database, until it is uploaded again", async () => {
    await upload();
    const id = await create();
    await status(id, "running");
    await stop(id);
    rmSync(join(dataDir, "packages"), { recursive: true });
    await inDatabase(databaseUrl, "update blob_chunks set data = '[]' where kind = 'lists'");
    await ask("POST", `/bots/${id}/start`);
    await status(id, "failed package_corrupt");
    expect((await ask("GET", `/bots/${id}`)).text).toContain("is missing or damaged in the database");
    expect((await upload()).status).toBe(200);
    rmSync(join(dataDir, "packages"), { recursive: true });
    await run(id);
  });

  test("asks for no content of a list that it has in the database", async () => {
    const pack = botFiles("listed", { "lib/large.txt": large, "lib/tool.sh": tool });
    pack.executable = ["lib/tool.sh"];
    expect((await uploadListed(me, pack)).status).toBe(201);
    rmSync(join(dataDir, "packages"), { recursive: true });
    const next = botFiles("listed", { "lib/large.txt": large, "lib/tool.sh": tool }, "1.0.1");
    next.executable = ["lib/tool.sh"];
    const asked = await sendList(me, listOf(next));
    expect(asked.json.missing).toEqual([sha256(next.files["bot-config.yaml"]!)]);
    expect(existsSync(stored(tool, true))).toBe(true);
    expect((await uploadListed(me, next)).status).toBe(201);
  });

  test("keeps nothing of an upload that the database refuses in the middle", async () => {
    await inDatabase(
      databaseUrl,
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no more'; end $$;
        create trigger refuse before insert on blob_chunks for each row when (new.number = 1) execute function refuse()`,
    );
    expect((await upload()).status).toBe(500);
    expect(await kept()).toEqual([]);
    expect(await inDatabase(databaseUrl, "select * from package_files")).toEqual([]);
    expect(existsSync(stored(code)) || existsSync(stored(large))).toBe(false);
    await inDatabase(databaseUrl, "drop trigger refuse on blob_chunks");
    expect((await upload()).status).toBe(201);
    expect(await kept()).toContain(`${sha256(large)} 2`);
  });

  test("stores a content once that two uploads bring at the same time, and removes it with the last version", async () => {
    const answers = await Promise.all([upload("one"), upload("two"), upload("one")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201, 201]);
    const all = await kept();
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((one) => one.startsWith(sha256(large)))).toHaveLength(3);
    expect((await ask("DELETE", "/custom-bots/one/versions/1.0.0")).status).toBe(204);
    expect(await kept()).toContain(`${sha256(large)} 0`);
    rmSync(join(dataDir, "packages"), { recursive: true });
    expect((await ask("DELETE", "/custom-bots/two/versions/1.0.0")).status).toBe(204);
    expect(await inDatabase(databaseUrl, "select * from blob_chunks")).toEqual([]);
  });
});

/** Changes a file of a package, and keeps its size unless told otherwise. */
function bend(path: string, text?: string): void {
  chmodSync(path, 0o600);
  const bytes = readFileSync(path);
  bytes[0] = bytes[0]! ^ 1;
  writeFileSync(path, text ?? bytes);
}
