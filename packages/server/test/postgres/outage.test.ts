import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PostgresServer } from "../../../repo/src/drive/postgres.ts";
import { Wire } from "../../../repo/src/drive/wire.ts";
import { systemClock } from "../../src/clock.ts";
import { checkStoreAnswers } from "../../src/operations/store-answers.ts";
import { openPostgres, type PostgresStore } from "../../src/store/postgres/database.ts";
import { storageOf } from "../../src/store/sql/storage.ts";
import { insertUser } from "../../src/store/sql/users.ts";

const holder = { name: "a test", folder: "/data" };
let server: PostgresServer;
let store: PostgresStore;
let said: string[];

beforeEach(async () => {
  server = await PostgresServer.start();
  await server.query("postgres", "create role bot login password 'planted-old'");
  await server.query("postgres", "create database records owner bot");
  said = [];
  const log = pino({ level: "warn" }, { write: (line) => said.push(JSON.parse(line).msg) });
  const url = server.url("records").replace("postgres@", "bot:planted-old@");
  store = await openPostgres(url, { holder, onLost: () => {}, log });
});
afterEach(async () => {
  await store?.close();
  await server?.close();
});

const again = "The database can be reached again.";
const user = (name: string) => ({ id: `user_${name}`, name, created_at: "2026-01-01T00:00:00.000Z" });
const read = () => store.soon.main.selectFrom("users").select("name").execute();
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable("It is done."),
    (error: Error & { code: string }) => error,
  );

test("an outage is logged when it begins, and once when it is over", async () => {
  await Promise.all([read(), read(), read()]);
  await server.stop();
  for (let times = 0; times < 2; times++)
    expect(await refusalOf(read())).toMatchObject({ code: "store_unavailable" });
  expect(said).not.toContain(again);
  await server.resume();
  await expect.poll(() => said).toContain(again);
  for (let times = 0; times < 3; times++) await read();
  expect(said.filter((line) => line === again)).toHaveLength(1);
  // One line, however many connections there were.
  expect(said.filter((line) => line.startsWith("An idle connection"))).toHaveLength(1);
});

test("the answer to a request, and that to a probe, name once why the server cannot be reached", async () => {
  await server.stop();
  const once = /^The database server cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+\.$/;
  expect((await refusalOf(read())).message).toMatch(once);
  const services = storageOf(store.soon, store.patient, store.probing).services;
  const asked = checkStoreAnswers({ store: services, clock: systemClock });
  expect((await refusalOf(asked)).message).toMatch(once);
});

test("a password that was changed is said to be refused, with what to do", async () => {
  await server.query("postgres", "alter role bot password 'planted-new'");
  const rules = `${server.dir}/data/pg_hba.conf`;
  await server.query(
    "postgres",
    `copy (select 'host all bot all scram-sha-256' union all select 'host all postgres all trust') to '${rules}'`,
  );
  await server.query("postgres", "select pg_reload_conf()");
  await server.query(
    "postgres",
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'bot'",
  );
  const { message } = await refusalOf(read());
  expect(message).toMatch(
    /^The database server refuses the password of the platform: password authentication failed for user "bot"\. If it was changed, write the new one into the password file/,
  );
  expect(message).not.toContain("reached");
  expect(message).not.toContain("planted");
});

test("work that waits for a server which is away fails when the platform stops, and nothing of it is written", async () => {
  await server.stop();
  const waiting = refusalOf(insertUser(store.patient, user("waiting")));
  await expect.poll(() => said.length).toBeGreaterThan(0);
  storageOf(store.soon, store.patient, store.probing).stopWaiting();
  expect(await waiting).toMatchObject({ code: "store_unavailable" });
  await store.close();
  await server.resume();
  expect(await server.query("records", "select name from users")).toEqual([]);
});

test("a store closes soon although its server has fallen silent", async () => {
  const wire = await Wire.to(server.port);
  const url = `postgres://postgres@127.0.0.1:${wire.port}/silent`;
  await server.query("postgres", "create database silent");
  const other = await openPostgres(url, { holder, onLost: () => {} });
  try {
    await other.soon.main.selectFrom("users").select("name").execute();
    wire.silence();
    const waiting = refusalOf(insertUser(other.patient, user("waiting")));
    const began = performance.now();
    await other.close();
    expect(performance.now() - began).toBeLessThan(9_000);
    expect(await waiting).toMatchObject({ code: "store_unavailable" });
  } finally {
    await wire.close();
  }
});
