import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { storedBytes } from "../../../repo/src/drive/test-database.ts";
import { insertUser } from "../../src/store/sql/users.ts";
import { opened } from "./opened.ts";

test("a store that is rewritten keeps its records, and nothing of those that were removed", async () => {
  const dir = mkdtempSync(join(tmpdir(), "botyard-rewrite-"));
  const store = await opened(dir);
  try {
    await insertUser(store, { id: "usr_1", name: "kept", created_at: "x" });
    await insertUser(store, { id: "usr_2", name: "planted-canary", created_at: "x" });
    await store.main.deleteFrom("users").where("id", "=", "usr_2").execute();
    await store.own.rewrite();
    const stored = await storedBytes(dir);
    expect([stored.includes("kept"), stored.includes("planted-canary")]).toEqual([true, false]);
  } finally {
    await store.close();
    rmSync(dir, { recursive: true });
  }
});
