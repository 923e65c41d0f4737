import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
beforeAll(async () => {
  at = await openPlatform();
  me = at.admin;
});
afterAll(() => at.close());

test("a full disk is reported, reading still works, and writing works again once there is room", async () => {
  const id = await me.bot("before");
  const pages = (n: number) => sql.raw(`pragma max_page_count = ${n}`).execute(at.store.main);
  const config = { text: "x".repeat(50_000) };
  const create = (n: number) =>
    me.post("/bots", { name: `full-${n}`, type: "realtime/wide", version: "1.0.0", config });
  await me.upload({ name: "wide", schema: { type: "object" } });
  await pages(1);
  const answers = [await create(1), await create(2), await create(3)];
  expect(answers.at(-1)?.json).toMatchObject({ status: 507, code: "disk_full" });
  const created = answers.filter((answer) => answer.status === 201);
  expect((await me.get(`/bots/${id}`)).status).toBe(200);
  expect((await me.get("/bots")).json.items).toHaveLength(1 + created.length);
  await pages(1_000_000);
  expect((await create(4)).status).toBe(201);
});
