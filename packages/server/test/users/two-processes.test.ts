import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { Keys } from "../../src/keys/keys.ts";
import { defaultSettings } from "../../src/settings/settings.ts";
import { serviceStoreOf } from "../../src/store/sql/service-store.ts";
import { DeviceSignIns } from "../../src/users/device-sign-ins.ts";
import { Revocations } from "../../src/users/revocations.ts";
import { Sessions } from "../../src/users/sessions.ts";
import { SignInLinks } from "../../src/users/sign-in-links.ts";
import { Users } from "../../src/users/users.ts";
import { openPlatform, type TestPlatform } from "../http/harness.ts";

// What docs/explanation/one-platform-per-store.md says of users, for two processes with one store.
let at: TestPlatform;
let one: ReturnType<typeof process>;
let other: ReturnType<typeof process>;
beforeAll(async () => {
  at = await openPlatform();
  one = process();
  other = process();
});
afterAll(() => at.close());

/** What a process keeps of users. */
function process() {
  const store = serviceStoreOf(at.store);
  const revocations = new Revocations(systemClock);
  const keys = new Keys(store, systemClock, revocations);
  return {
    keys,
    users: new Users(store, systemClock, revocations),
    sessions: new Sessions(store, systemClock, defaultSettings, revocations),
    links: new SignInLinks(store, systemClock),
    devices: new DeviceSignIns(store, systemClock, keys),
  };
}

test("a session that one process ends is refused by the other at once", async () => {
  const { id } = await one.users.add("lena");
  const opened = await one.sessions.openFor(id);
  expect(await other.sessions.authenticate(opened.token, opened.pageKey)).toMatchObject({
    user_name: "lena",
  });
  await one.sessions.end(opened.caller);
  expect(await other.sessions.authenticate(opened.token, opened.pageKey)).toBeUndefined();
  const again = await one.sessions.openFor(id);
  await one.users.disable("lena");
  expect(await other.sessions.authenticate(again.token, again.pageKey)).toBeUndefined();
});

test("one of two processes uses a link, and one gives a device its key", async () => {
  const { id } = await one.users.add("max");
  const { path } = await one.links.create(id, 5);
  const code = new URL(path, "http://x").searchParams.get("code")!;
  const users = await Promise.all([one.links.use(code), other.links.use(code)]);
  expect(users.filter((user) => user !== undefined)).toEqual([id]);

  const { device_code, user_code } = await one.devices.begin({
    ...{ client: "desk", scopes: ["read"], source: "127.0.0.1", network: "127.0.0.0/24" },
  });
  await other.devices.decide(user_code, id, "approved");
  const got = await Promise.allSettled([
    one.devices.collect(device_code),
    other.devices.collect(device_code),
  ]);
  expect(got.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a key that one process has checked stays valid there when another revokes it, as documented", async () => {
  const { id } = await one.users.add("nora");
  const { text, id: key } = await one.keys.create(id, { name: "k", scopes: ["read"] });
  expect(await other.keys.authenticate(text)).toBeDefined();
  await one.keys.revoke(id, key);
  expect(await one.keys.authenticate(text)).toBeUndefined();
  expect(await other.keys.authenticate(text)).toBeDefined();
  // A change of access that it notices itself empties its cache.
  await other.users.add("olga");
  await other.users.disable("olga");
  expect(await other.keys.authenticate(text)).toBeUndefined();
});
