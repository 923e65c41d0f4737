import { afterEach, beforeEach, expect, test } from "vitest";
import { inDatabase } from "../../../repo/src/drive/postgres.ts";
import { openPostgres, type PostgresStore } from "../../src/store/postgres/database.ts";
import { insertUser, listUsers } from "../../src/store/sql/users.ts";
import { freshDatabase } from "./fresh-database.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let open: PostgresStore[];
beforeEach(async () => {
  database = await freshDatabase();
  open = [];
});
afterEach(async () => {
  for (const store of open) await store.close();
  database.drop();
});

async function openAs(folder: string, onLost = () => {}): Promise<PostgresStore> {
  const holder = { name: `the platform at ${folder}`, folder };
  const store = await openPostgres(database.url, { holder, onLost });
  open.push(store);
  return store;
}
const add = (store: PostgresStore, name: string) =>
  insertUser(store.soon, { id: `usr_${name}`, name, created_at: "2026-01-01T00:00:00.000Z" });
const namesOf = async (store: PostgresStore) =>
  (await listUsers(store.soon, { limit: 10 })).map(({ name }) => name);
/** As if the owner had not renewed its term. */
const expire = () =>
  inDatabase(database.url, "update ownership_term set until = now() - interval '1 second'");

test("a second platform is refused by a sentence that names the first, and changes nothing", async () => {
  const first = await openAs("/a");
  const before = await inDatabase(database.url, "select * from ownership");
  await expect(openAs("/b")).rejects.toMatchObject({
    code: "store_in_use",
    message: expect.stringMatching(
      /^The store is in use by the platform at \/a since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\. Stop that platform first/,
    ),
  });
  expect(await inDatabase(database.url, "select * from ownership")).toEqual(before);
  await add(first, "one");
  expect(await namesOf(first)).toEqual(["one"]);
});

test("a store that was closed can be used by another platform at once", async () => {
  await add(await openAs("/a"), "one");
  await open[0]!.close();
  expect(await namesOf(await openAs("/b"))).toEqual(["one"]);
});

test("a platform whose data folder is the same takes the store over at once: nobody else can have it", async () => {
  const died = await openAs("/a");
  const next = await openAs("/a");
  await expect(add(died, "late")).rejects.toMatchObject({ code: "store_unavailable" });
  await add(next, "one");
  expect(await namesOf(next)).toEqual(["one"]);
});

test("an owner that was stopped beyond its term writes nothing more, and is told", async () => {
  let lost = 0;
  const stopped = await openAs("/a", () => lost++);
  await expire();
  const next = await openAs("/b");
  await add(next, "one");
  for (const kind of ["soon", "patient"] as const)
    await expect(
      insertUser(stopped[kind], { id: `usr_${kind}`, name: kind, created_at: "2026-01-01T00:00:00.000Z" }),
    ).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringContaining("taken over the store"),
    });
  expect(lost).toBeGreaterThan(0);
  const batch = { botId: "bot_1", lines: [], metrics: [], offsets: { launchId: "l", stdout: 1, stderr: 1 } };
  await expect(stopped.patient.own.writeOutput([batch])).rejects.toMatchObject({ code: "store_unavailable" });
  expect(await namesOf(next)).toEqual(["one"]);
});

test("a transaction that has begun before the store is taken over is committed before, or not at all", async () => {
  const first = await openAs("/a");
  await expire();
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow = first.soon.transaction(async (trx) => {
    await trx.insertInto("users").values({ id: "usr_1", name: "slow", created_at: "x" }).execute();
    begun();
    await mayGoOn;
  });
  await isBegun;
  let isOpen = false;
  const second = openAs("/b").then((store) => {
    isOpen = true;
    return store;
  });
  await expect
    .poll(() => inDatabase(database.url, "select 1 from pg_locks where not granted"))
    .not.toEqual([]);
  expect(isOpen).toBe(false);
  goOn();
  await slow;
  expect(await namesOf(await second)).toEqual(["slow"]);
});

test("an owner whose term has ended goes on while nobody has taken the store over", async () => {
  const store = await openAs("/a");
  await expire();
  await add(store, "one");
  expect(await namesOf(store)).toEqual(["one"]);
});

test("two platforms that open an empty database at once: one gets it", async () => {
  const outcomes = await Promise.allSettled([openAs("/a"), openAs("/b"), openAs("/c")]);
  const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
  expect(refused).toEqual(["store_in_use", "store_in_use"]);
});
