import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { databaseOf, engineOfTests } from "../../../repo/src/drive/test-database.ts";
import { quotaLimitsIn } from "../../src/settings/quotas.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import type { ServiceStore } from "../../src/store/service-store.ts";
import { serviceStoreOf } from "../../src/store/sql/service-store.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { opened } from "./opened.ts";
import { type Caller, inProcess, TwoProcesses } from "./serial/callers.ts";
import { found } from "./serial/found.ts";
import { most, owner, pool } from "./serial/model.ts";
import { serialOrder } from "./serial/order.ts";
import { at, deviceOf, versionOf } from "./serial/rows.ts";
import { type Call, verbs } from "./serial/verbs.ts";

let dir: string;
let store: Store;
let services: ServiceStore;
/** With PostgreSQL, two processes call the verbs. A SQLite store is used by one. */
let call: Caller;
let processes: TwoProcesses | undefined;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "botyard-serial-"));
  const quotas = quotaLimitsIn({
    ...defaultSettings,
    dataDir: dir,
    userBots: most.bots,
    userKeys: most.keys,
  });
  store = await opened(dir, { quotas });
  services = serviceStoreOf(store);
  if (engineOfTests === "postgres") processes = await TwoProcesses.start((await databaseOf(dir))!, dir);
  call = processes?.call ?? inProcess(services);
});
/** Removes everything and adds the users, all of them admins, and a version. */
async function begin(): Promise<void> {
  for (const table of tables) await store.main.deleteFrom(table).execute();
  for (const id of pool.users) await services.insertUser({ id, name: id, created_at: at, role: "admin" });
  await services.insertVersion(versionOf("1.0.0"));
}
beforeEach(begin);
afterAll(async () => {
  await processes?.end();
  await store.close();
  await rm(dir, { recursive: true });
});

/** Those that the verbs write; what refers to others comes first. */
const tables = [
  ...(["bots", "bot_revisions", "sequences", "custom_bot_versions", "sessions"] as const),
  ...(["sign_in_links", "device_sign_ins", "api_keys", "secrets", "secret_versions"] as const),
  ...(["idempotent_requests", "users"] as const),
];
const newBot: Call = { verb: "insertBot", args: ["bot_0", "one", "1.0.0", "req_0"] };
const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

test("five changes of a bot at the same time are five revisions", async () => {
  await call([newBot]);
  const changes = await call(times(5, { verb: "changeBot", args: ["bot_0", "one", "1.0.0"] }));
  expect(changes.sort()).toEqual([2, 3, 4, 5, 6]);
  expect(await found(store, services)).toMatchObject({ bots: { bot_0: { revision: 6 } } });
});

test("of changes that name the same revision, one is made", async () => {
  await call([newBot]);
  await call([{ verb: "changeBot", args: ["bot_0", "one", "1.0.0"] }]);
  const changes = await call(times(6, { verb: "changeSecondRevision", args: ["bot_0"] }));
  expect(changes.sort()).toEqual([3, ...times(5, "precondition")]);
});

test("of the last admins that are disabled at the same time, one remains", async () => {
  for (let round = 0; round < 20; round++) {
    const disabled = await call(
      pool.users.map((id, at): Call => ({ verb: "disableUser", args: [id, `${round} ${at}`] })),
    );
    expect(disabled.sort()).toEqual([false, true, true]);
    expect(await services.enabledAdmins()).toHaveLength(1);
    await call(pool.users.map((id): Call => ({ verb: "enableUser", args: [id] })));
  }
});

test("a version is not deleted while a bot is made of it", async () => {
  for (let round = 0; round < 20; round++) {
    const [made, deleted] = await call([
      { verb: "insertBot", args: [`bot ${round}`, "one", "1.0.0", `${round}`] },
      { verb: "deleteVersion", args: ["1.0.0"] },
    ]);
    expect([
      [true, ["one"]],
      ["version_gone", "deleted"],
    ]).toContainEqual([made, deleted]);
    await call([{ verb: "deleteBot", args: [`bot ${round}`] }]);
    await call([{ verb: "restoreVersion", args: ["1.0.0"] }]);
  }
});

test("of several that take a device, a sign-in link or a request's key at the same time, one gets it", async () => {
  for (let round = 0; round < 10; round++) {
    await services.insertDevice(deviceOf("dev_0"), { source: 9, network: 9, all: 9 }, "");
    await call([{ verb: "insertSignInLink", args: ["lnk_0", owner] }]);
    const devices = await call(times(4, { verb: "takeDevice", args: ["dev_0"] }));
    expect(devices.filter((one) => one !== null)).toEqual(["pending"]);
    const links = await call(times(4, { verb: "takeSignInLink", args: ["lnk_0"] }));
    expect(links.filter((one) => one !== null)).toEqual([owner]);
    const key = (id: string): Call => ({ verb: "insertKey", args: [`${id} ${round}`, `key ${round}`] });
    const made = await call(["a", "b", "c", "d"].map(key));
    expect(made.filter((one) => one === null)).toHaveLength(1);
    for (const id of ["a", "b", "c", "d"]) await call([{ verb: "revokeKey", args: [`${id} ${round}`] }]);
  }
});

test("whatever is asked at the same time, the outcome is that of an order", {
  timeout: 400_000,
}, async () => {
  const seed = Number(process.env.BOTYARD_SERIAL_SEED ?? randomInt(2 ** 31));
  const next = numbersFrom(seed);
  const one = <Value>(of: readonly Value[]): Value => of[next() % of.length]!;
  const names = Object.keys(verbs) as Call["verb"][];
  /** Verbs and values are drawn from few, so that those of a round meet. */
  const draw = (some: readonly Call["verb"][]): Call => {
    const verb = one(some);
    return { verb, args: verbs[verb].args.map((name) => one<string>(pool[name])) };
  };
  for (let round = 0; round < Number(process.env.BOTYARD_SERIAL_ROUNDS ?? 150); round++) {
    // Ids, names and keys are used up after a while.
    if (round % 8 === 0) await begin();
    const before = await found(store, services);
    const some = [one(names), one(names), one(names)];
    const calls = Array.from({ length: 6 }, () => draw(some));
    const outcomes = await call(calls);
    const after = await found(store, services);
    const called = calls.map((made, at) => ({ ...made, outcome: outcomes[at] }));
    const order = serialOrder(before, called, after);
    expect(order, `seed ${seed}, round ${round}: ${JSON.stringify({ before, called, after })}`).toBeDefined();
  }
});

/** Pseudo-random whole numbers (xorshift32). */
function numbersFrom(seed: number): () => number {
  let state = seed || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
