import { afterAll, beforeAll, expect, test } from "vitest";
import { execute } from "../store/opened.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
beforeAll(async () => {
  at = await openPlatform();
  me = await at.user("me");
});
afterAll(() => at.close());

const schema = {
  type: "object",
  properties: { days: { type: "integer" }, token: { type: "string", format: "password" } },
};

async function changed(name: string): Promise<string> {
  const id = await me.bot(name, { schema });
  await me.ask("PATCH", `/bots/${id}`, { body: { config: { days: 5, token: "first-secret" } } });
  await me.ask("PATCH", `/bots/${id}`, { body: { config: { days: 7, token: "other-secret" } } });
  return id;
}

test("revisions are listed newest first, in pages, with secrets masked", async () => {
  const id = await changed("listed");
  const { json, text } = await me.get(`/bots/${id}/revisions`);
  const shown = json.items.map(({ revision, config }: { revision: number; config: object }) => [
    revision,
    config,
  ]);
  expect(shown).toEqual([
    [3, { days: 7, token: "********" }],
    [2, { days: 5, token: "********" }],
    [1, {}],
  ]);
  expect(text).not.toContain("secret");
  const first = (await me.get(`/bots/${id}/revisions?limit=2`)).json;
  const second = (await me.get(`/bots/${id}/revisions?limit=2&cursor=${first.next_cursor}`)).json;
  expect([...first.items, ...second.items]).toEqual(json.items);
  expect(second.next_cursor).toBeUndefined();
});

test("a revision tells who saved it, unless it is from before that was stored", async () => {
  const id = await changed("told");
  const items = async () => (await me.get(`/bots/${id}/revisions`)).json.items;
  const actor = { user_name: "me", signed_in_by: "api_key", key_name: expect.any(String) };
  expect(await items()).toMatchObject([{ actor }, { actor }, { actor }]);
  await execute(at.store, `update bot_revisions set actor = null where bot_id = '${id}'`);
  for (const one of await items()) expect(one).not.toHaveProperty("actor");
});

test("going back gives the settings of a revision as a new one, with the secrets it had", async () => {
  const id = await changed("back");
  const back = await me.post(`/bots/${id}/rollback`, {});
  expect([back.status, back.json.revision, back.json.config.days]).toEqual([202, 4, 5]);
  expect(back.headers.get("etag")).toBe('"4"');
  expect((await at.engine.storage.botById(id))?.config).toEqual({
    days: 5,
    token: expect.stringMatching(/^sealed:/),
  });
  const first = await me.post(`/bots/${id}/rollback`, { to: 1 });
  expect([first.json.revision, first.json.config]).toEqual([5, {}]);
});

test("a change that leaves a bot as it is makes no revision, so that going back undoes the last real one", async () => {
  const defaults = { days: { type: "integer", default: 5 }, rate: { type: "number" } };
  const id = await me.bot("same", {
    schema: { type: "object", properties: { ...schema.properties, ...defaults } },
  });
  const patch = (body: object) => me.ask("PATCH", `/bots/${id}`, { body });
  expect((await patch({ config: { rate: 100, token: "secret" } })).json).toMatchObject({
    revision: 2,
    changed: true,
  });
  const { generation, updated_at } = (await at.engine.storage.botById(id))!;
  const changes = at.engine.changes.length;
  for (const body of [
    { name: "same" },
    { version: "1.0.0" },
    { version: "latest" },
    { version: "^1.0" },
    { config: { rate: 100, token: "secret" } },
    { config: { token: "********", days: 5, rate: 1e2 } },
  ]) {
    const { status, headers, json } = await patch(body);
    expect([status, headers.get("etag"), json.revision, json.changed], JSON.stringify(body)).toEqual([
      200,
      '"2"',
      2,
      false,
    ]);
  }
  expect((await me.post(`/bots/${id}/rollback`, { to: 2 })).json).toMatchObject({
    revision: 2,
    changed: false,
  });
  expect(await at.engine.storage.botById(id)).toMatchObject({ generation, updated_at, revision: 2 });
  expect(at.engine.changes.length).toBe(changes);
  expect((await me.get(`/bots/${id}/revisions`)).json.items).toHaveLength(2);
  const back = await me.post(`/bots/${id}/rollback`, {});
  expect(back.json).toMatchObject({ revision: 3, changed: true, config: { days: 5 } });
  expect(back.json.config.rate).toBeUndefined();
  expect((await patch({ config: { rate: -0 } })).json).toMatchObject({ revision: 4, changed: true });
  expect((await patch({ config: { rate: 0 } })).json).toMatchObject({ revision: 4, changed: false });
});

test.each([
  ["blanks", { schedule: " 0  0 1\t1 * " }, false],
  ["small-letters", { timezone: "utc" }, false],
  ["another-name", { timezone: "Etc/UTC" }, false],
  ["another-zone", { timezone: "Europe/London" }, true],
  ["another-month", { schedule: "0 0 1 2 *" }, true],
])(
  "a change of %s in a schedule makes a revision if it changes when the bot runs",
  async (name, patch, makes) => {
    const id = await me.bot(name, { type: "scheduled" });
    const { schedule } = (await me.get(`/bots/${id}`)).json;
    const { json } = await me.ask("PATCH", `/bots/${id}`, { body: patch });
    expect(json).toMatchObject({
      changed: makes,
      revision: makes ? 2 : 1,
      ...(makes ? patch : { schedule }),
    });
  },
);

test("a failed bot is started again when its config changes or is rolled back, but not for a new name", async () => {
  const id = await changed("mended");
  at.engine.frozen = true;
  const fail = () => at.engine.storage.changeStatus(id, [{ status: "failed", detail: "It ended." }], "now");
  await fail();
  const named = await me.ask("PATCH", `/bots/${id}`, { body: { name: "renamed" } });
  expect(named.json).toMatchObject({ status: "failed", detail: "It ended." });
  const mended = await me.ask("PATCH", `/bots/${id}`, { body: { config: { days: 9 } } });
  expect(mended.json.status).toBe("pending");
  expect(mended.json).not.toHaveProperty("detail");
  await fail();
  expect((await me.post(`/bots/${id}/rollback`, {})).json).toMatchObject({
    status: "pending",
    config: { days: 7 },
  });
  await me.post(`/bots/${id}/stop`);
  const stopped = await me.ask("PATCH", `/bots/${id}`, { body: { config: { days: 1 } } });
  expect(stopped.json.desired).toBe("stopped");
  at.engine.frozen = false;
});

test("a revision that the bot never had, or does not have any more, is refused", async () => {
  const id = await me.bot("new", { schema });
  expect((await me.post(`/bots/${id}/rollback`, {})).json).toMatchObject({
    code: "revision_not_found",
    detail: "The bot has no earlier revision.",
  });
  expect((await me.post(`/bots/${id}/rollback`, { to: 9 })).json.code).toBe("revision_not_found");
  await me.ask("PATCH", `/bots/${id}`, { body: { config: { days: 5 } } });
  const stale = await me.post(`/bots/${id}/rollback`, {}, { "if-match": '"1"' });
  expect([stale.status, stale.json.code]).toEqual([412, "precondition_failed"]);
});
