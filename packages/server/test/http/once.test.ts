import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engineOfTests } from "../../../repo/src/drive/test-database.ts";
import { routes } from "../../src/doors/http/rest/routes.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { execute } from "../store/opened.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
beforeAll(async () => {
  at = await openPlatform();
  me = at.admin;
  await me.upload({ name: "twice" });
  await me.upload({ name: "nightly", type: "scheduled" });
});
afterAll(() => at.close());

/** A request, and another one after it that a second effect of the first would undo. */
interface Attempt {
  path: string;
  body?: object;
  status: number;
  after?: string;
}

const named = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;
const bot = (name: string) => ({ name, type: "realtime/twice", version: "1.0.0", config: {} });

async function made(name: string): Promise<string> {
  return (await me.post("/bots", bot(named(name)))).json.bot_id;
}

async function madeRun(): Promise<{ botId: string; runId: string }> {
  const body = { ...bot(named("run")), type: "scheduled/nightly", schedule: "0 0 1 1 *" };
  const botId = (await me.post("/bots", body)).json.bot_id;
  return { botId, runId: (await me.post(`/bots/${botId}/run`)).json.id };
}

async function madeUser(): Promise<string> {
  return (await me.post("/users", { name: named("u") })).json.name;
}

async function userCode(): Promise<string> {
  return (await me.post("/device/code", { client: "tests" })).json.user_code;
}

/** For each route that takes the header. */
const attempts: Record<string, () => Promise<Attempt>> = {
  createApiKey: async () => ({ path: "/api-keys", body: { name: "once" }, status: 201 }),
  addUser: async () => ({ path: "/users", body: { name: named("new") }, status: 201 }),
  async disableUser() {
    const user = await madeUser();
    return { path: `/users/${user}/disable`, status: 200, after: `/users/${user}/enable` };
  },
  async enableUser() {
    const user = await madeUser();
    await me.post(`/users/${user}/disable`);
    return { path: `/users/${user}/enable`, status: 200, after: `/users/${user}/disable` };
  },
  approveDeviceSignIn: async () => ({ path: `/device/${await userCode()}/approve`, status: 200 }),
  denyDeviceSignIn: async () => ({ path: `/device/${await userCode()}/deny`, status: 200 }),
  createBot: async () => ({ path: "/bots", body: bot(named("new")), status: 201 }),
  async startBot() {
    const id = await made("start");
    await me.post(`/bots/${id}/stop`);
    return { path: `/bots/${id}/start`, status: 202, after: `/bots/${id}/stop` };
  },
  async stopBot() {
    const id = await made("stop");
    return { path: `/bots/${id}/stop`, status: 202, after: `/bots/${id}/start` };
  },
  restartBot: async () => ({ path: `/bots/${await made("restart")}/restart`, status: 202 }),
  async rollBackBot() {
    const id = await made("back");
    await me.ask("PATCH", `/bots/${id}`, { body: { name: named("forth") } });
    return { path: `/bots/${id}/rollback`, body: {}, status: 202 };
  },
  runBot: async () => ({ path: `/bots/${(await madeRun()).botId}/run`, status: 202 }),
  async cutBotNetwork() {
    const id = await made("cut");
    return { path: `/bots/${id}/network/cut`, body: {}, status: 200, after: `/bots/${id}/network/restore` };
  },
  async restoreBotNetwork() {
    const id = await made("restore");
    await me.post(`/bots/${id}/network/cut`, {});
    return { path: `/bots/${id}/network/restore`, body: {}, status: 200, after: `/bots/${id}/network/cut` };
  },
  cutNetwork: async () => ({ path: "/network/cut", body: {}, status: 200, after: "/network/restore" }),
  restoreNetwork: async () => ({ path: "/network/restore", body: {}, status: 200, after: "/network/cut" }),
  cancelRun: async () => ({ path: `/runs/${(await madeRun()).runId}/cancel`, status: 202 }),
};

test("every POST that takes an Idempotency-Key is tried here", () => {
  const keyed = routes({ ...defaultSettings, dataDir: "" }).filter(
    ({ method, idempotent }) => method === "POST" && idempotent !== false,
  );
  expect(keyed.map(({ name }) => name).sort()).toEqual(Object.keys(attempts).sort());
});

/** What requests can change. */
async function records() {
  const { main } = at.store;
  return {
    bots: await main
      .selectFrom("bots")
      .select(["id", "name", "desired", "revision", "generation"])
      .orderBy("id")
      .execute(),
    runs: await main.selectFrom("runs").select(["id", "status"]).orderBy("id").execute(),
    keys: await main.selectFrom("api_keys").select(["id", "name"]).orderBy("id").execute(),
    cuts: await main
      .selectFrom("network_cuts")
      .select(["owner_id", "bot_id", "host"])
      .orderBy("owner_id")
      .orderBy("bot_id")
      .orderBy("host")
      .execute(),
    users: await main.selectFrom("users").select(["id", "disabled_at"]).orderBy("id").execute(),
    devices: await main
      .selectFrom("device_sign_ins")
      .select(["user_code_hash", "status"])
      .orderBy("user_code_hash")
      .execute(),
  };
}

/** Leaves what a platform leaves that dies after the effect of its last request, before the answer. */
async function dieUnanswered(key: string): Promise<void> {
  const lost = { status: null, headers: null, body: null };
  await at.store.main.updateTable("idempotent_requests").set(lost).where("key", "=", key).execute();
  await at.restart();
}

test.each(Object.keys(attempts))(
  "%s has its effect once, also if the platform died before it answered",
  async (name) => {
    const { path, body, status, after } = await attempts[name]!();
    const key = randomUUID();
    const headers = { "idempotency-key": key };
    const first = await me.post(path, body, headers);
    expect(first.status).toBe(status);
    await dieUnanswered(key);
    if (after) {
      const undo = await me.post(after, after.includes("/network/") ? {} : undefined);
      expect(undo.status).toBeLessThan(300);
    }
    const before = await records();
    const again = await me.post(path, body, headers);
    expect(await records()).toEqual(before);
    expect(again.status).toBe(status);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    for (const id of ["bot_id", "id", "name", "client"]) expect(again.json[id]).toBe(first.json[id]);
    // It is stored now, and the same from here on.
    expect((await me.post(path, body, headers)).text).toBe(again.text);
  },
);

/** Statements with which the store refuses answers. */
const noAnswer = {
  sqlite: (when: string) => [
    `create trigger no_answer_${when} before ${when} on idempotent_requests
      when new.status is not null begin select raise(abort, 'database or disk is full'); end`,
  ],
  postgres: (when: string) => [
    `create or replace function no_answer() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file'; end $$`,
    `create trigger no_answer_${when} before ${when} on idempotent_requests for each row
      when (new.status is not null) execute function no_answer()`,
  ],
};

test("a request whose answer cannot be stored has its effect once", async () => {
  for (const when of ["insert", "update"])
    for (const statement of noAnswer[engineOfTests](when)) await execute(at.store, statement);
  const { botId } = await madeRun();
  const key = { "idempotency-key": randomUUID() };
  const first = await me.post(`/bots/${botId}/run`, undefined, key);
  const again = await me.post(`/bots/${botId}/run`, undefined, key);
  expect([first.status, again.status]).toEqual([202, 202]);
  expect(again.json.id).toBe(first.json.id);
  // A refusal changes nothing, so it may be run again.
  const refused = { "idempotency-key": randomUUID() };
  for (let n = 0; n < 2; n++)
    expect((await me.post(`/bots/${botId}/rollback`, {}, refused)).json.code).toBe("revision_not_found");
  for (const when of ["insert", "update"]) {
    const ofTable = engineOfTests === "postgres" ? "on idempotent_requests" : "";
    await execute(at.store, `drop trigger no_answer_${when} ${ofTable}`);
  }
});
