import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";
import { sha256 } from "./listed-packages.ts";

let at: TestPlatform;
let me: Client;
beforeAll(async () => {
  at = await openPlatform();
  me = at.admin;
});
afterAll(() => at.close());

const remove = (name: string, version = "1.0.0", client = me) =>
  client.ask("DELETE", `/custom-bots/${name}/versions/${version}`);
const bot = (name: string, type: string, version: string, more = {}) =>
  me.post("/bots", { name, type, version, config: {}, ...more });
/** The stored lists and contents, by their hashes. */
const stored = async () => {
  const read = (folder: string) =>
    readdir(join(at.dataDir, "packages", folder), { recursive: true }).catch(() => []);
  const [lists, files] = await Promise.all([read("lists"), read("files")]);
  return {
    lists: lists.map((file) => file.replace(".jsonl", "")).sort(),
    files: files
      .filter((path) => path.includes("/"))
      .map((path) => path.slice(3))
      .sort(),
  };
};

test("a deleted version is unknown, and its list and files are removed", async () => {
  const before = await stored();
  const [{ json: old }] = [await me.upload({ name: "gone", code: "print('old')\n" })];
  await me.upload({ name: "gone", version: "2.0.0" });
  const { lists, files } = await stored();
  expect(lists).toContain(old.content_sha256);
  expect(files).toContain(sha256("print('old')\n"));
  expect((await remove("gone")).status).toBe(204);
  expect((await stored()).lists).not.toContain(old.content_sha256);
  // Its own main.py and bot-config.yaml; the schema is also of the other version.
  expect((await stored()).files).toHaveLength(files.length - 2);
  expect((await stored()).files).not.toContain(sha256("print('old')\n"));
  expect((await me.get("/custom-bots/gone")).json).toMatchObject({ version: "2.0.0", versions: ["2.0.0"] });
  expect((await me.get("/custom-bots/gone/versions/1.0.0")).json.code).toBe("custom_bot_not_found");
  expect((await bot("late", "realtime/gone", "1.0.0")).json.code).toBe("custom_bot_not_found");
  expect((await remove("gone")).json.code).toBe("custom_bot_not_found");
  expect((await remove("gone", "2.0.0")).status).toBe(204);
  expect((await me.get("/custom-bots")).json.items.map((each: { name: string }) => each.name)).not.toContain(
    "gone",
  );
  expect((await me.get("/custom-bots/gone")).status).toBe(404);
  expect(await stored()).toEqual(before);
});

test("a version that a bot has, also a stopped one, is not deleted; after the bot is deleted, it is", async () => {
  await me.upload({ name: "held" });
  const { json: made } = await bot("holder", "realtime/held", "1.0.0");
  await me.post(`/bots/${made.bot_id}/stop`);
  const refused = await remove("held");
  expect(refused.json).toMatchObject({
    status: 409,
    code: "version_in_use",
    detail: '"held" 1.0.0 is used by the bot "holder".',
  });
  expect((await me.ask("DELETE", `/bots/${made.bot_id}`)).status).toBe(204);
  expect((await remove("held")).status).toBe(204);
});

test("a version that an unfinished run has is not deleted, even if its bot has another version by now", async () => {
  await me.upload({ name: "ticking", type: "scheduled" });
  await me.upload({ name: "ticking", type: "scheduled", version: "1.1.0" });
  const { json: made } = await bot("ticker", "scheduled/ticking", "1.0.0", { schedule: "0 0 1 1 *" });
  const { json: run } = await me.post(`/bots/${made.bot_id}/run`);
  expect(run.status).toBe("running");
  expect((await me.ask("PATCH", `/bots/${made.bot_id}`, { body: { version: "1.1.0" } })).status).toBe(200);
  expect((await remove("ticking")).json).toMatchObject({ code: "version_in_use" });
  await at.store.main.updateTable("runs").set({ status: "success" }).where("id", "=", run.id).execute();
  expect((await remove("ticking")).status).toBe(204);
  const back = await me.post(`/bots/${made.bot_id}/rollback`, { to: 1 });
  expect(back.json).toMatchObject({
    code: "custom_bot_not_found",
    detail: expect.stringContaining("was deleted"),
  });
});

test("the number of a deleted version is not used for other content; the same archive restores it", async () => {
  const { json: first } = await me.upload({ name: "again" });
  await remove("again");
  const other = await me.upload({ name: "again", code: "print('other')\n" });
  expect(other.json).toMatchObject({
    code: "version_exists",
    detail: expect.stringContaining("was deleted"),
  });
  const restored = await me.upload({ name: "again" });
  expect([restored.status, restored.json.sha256]).toEqual([201, first.sha256]);
  expect((await stored()).lists).toContain(first.content_sha256);
  expect((await bot("revived", "realtime/again", "1.0.0")).status).toBe(201);
});

test("the files stay while another user has the same package, and only the owner can delete a version", async () => {
  const other = await at.user("neighbour");
  const { json } = await me.upload({ name: "shared" });
  expect((await remove("shared", "1.0.0", other)).json.code).toBe("custom_bot_not_found");
  await other.upload({ name: "shared" });
  expect((await remove("shared")).status).toBe(204);
  expect((await stored()).lists).toContain(json.content_sha256);
  const { files } = await stored();
  expect((await remove("shared", "1.0.0", other)).status).toBe(204);
  expect((await stored()).lists).not.toContain(json.content_sha256);
  expect((await stored()).files.length).toBeLessThan(files.length);
});
