import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { noteElsewhere } from "../../src/store/elsewhere.ts";
import { findPlace, homeOf } from "../../src/store/place.ts";
import { insertBot } from "../../src/store/sql/bots.ts";
import { insertVersion } from "../../src/store/sql/custom-bots.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { insertUser } from "../../src/store/sql/users.ts";
import { openStore } from "../../src/store/sqlite/database.ts";
import { openedStorage } from "../store/opened.ts";
import { owner } from "../store/serial/model.ts";
import { at, botOf, versionOf } from "../store/serial/rows.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "botyard-data-folder-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

async function addBot(store: Store): Promise<void> {
  await insertUser(store, { id: owner, name: "one", created_at: at });
  await insertVersion(store, versionOf("1.0.0"));
  await insertBot(store, botOf("bot_1", { name: "one", version: "1.0.0" }), undefined);
}

test("a data folder that has records of its own is not used with those of a database", async () => {
  await (await openStore(dir)).close();
  await expect(openedStorage(dir)).rejects.toMatchObject({
    code: "store_unusable",
    message: expect.stringMatching(
      /has records of its own, in platform\.db\..*move platform\.db out of the folder/,
    ),
  });
  rmSync(join(dir, "platform.db"));
  await (await openedStorage(dir)).close();
});

test("a database without records is not used with a data folder whose records were in another one", async () => {
  noteElsewhere(dir);
  await expect(openedStorage(dir)).rejects.toMatchObject({
    code: "store_unusable",
    message: expect.stringMatching(/The database has no records, .*Check PLATFORM_DATABASE_URL/),
  });
});

test("a database that knows none of the bots in the data folder is not used with it", async () => {
  const { database, home } = await openedStorage(dir);
  await addBot(database);
  await home!.keep({ id: "folder_1", path: "/their/data" });
  await database.close();
  mkdirSync(join(dir, "bots", "bot_8"), { recursive: true });
  await expect(openedStorage(dir)).rejects.toMatchObject({
    code: "store_unusable",
    message: expect.stringMatching(
      /knows none of the bots in the data folder .*that of the data folder \/their\/data\. Check PLATFORM_DATABASE_URL/,
    ),
  });
  // A bot that both have: the folder may be a copy.
  mkdirSync(join(dir, "bots", "bot_1"));
  await (await openedStorage(dir)).close();
});

test("the data folder of a database may keep folders of bots that were deleted", async () => {
  const { database, home } = await openedStorage(dir);
  await addBot(database);
  findPlace(dir, []);
  await home!.keep(homeOf(dir)!);
  await database.close();
  mkdirSync(join(dir, "bots", "bot_8"), { recursive: true });
  await (await openedStorage(dir)).close();
});
