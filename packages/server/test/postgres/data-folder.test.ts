import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "../../src/store/sqlite/database.ts";
import { openedStorage } from "../store/opened.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "botyard-data-folder-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

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
