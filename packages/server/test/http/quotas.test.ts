import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { quotaNames, quotas, variableOf } from "../../src/settings/quotas.ts";
import type { Settings } from "../../src/settings/settings.ts";
import { answered } from "./fake-engine.ts";
import { Follower } from "./follower.ts";
import { type Answer, type Client, openPlatform, type TestPlatform } from "./harness.ts";

async function open(settings: Partial<Settings>): Promise<TestPlatform> {
  const at = await openPlatform({ settings });
  onTestFinished(() => at.close());
  return at;
}

const count = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

function instance(name: string, custom_bot = "probe", type: "realtime" | "scheduled" = "realtime") {
  const schedule = type === "scheduled" ? { schedule: "0 0 1 1 *" } : {};
  return { name, type: `${type}/${custom_bot}`, version: "latest", ...schedule, config: {} };
}

const many = (n: number, ask: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: n }, (_, index) => ask(index)));

test("of many bots created at once, only as many exist as the quota allows, and the refusal says what to do", async () => {
  const at = await open({ userBots: 7 });
  const [me, other] = [await at.user("alice"), await at.user("bob")];
  for (const client of [me, other]) await client.upload({ name: "probe" });
  const answers = await many(30, (n) => me.post("/bots", instance(`bot ${n}`)));
  expect(count(answers, 201)).toBe(7);
  expect(count(answers, 403)).toBe(23);
  expect((await me.get("/bots")).json.items).toHaveLength(7);
  expect(answers.find(({ status }) => status === 403)!.json).toMatchObject({
    type: "urn:botyard:problem:quota_exceeded",
    code: "quota_exceeded",
    quota: { name: "bots", used: 7, limit: 7, setting: "PLATFORM_USER_BOTS" },
    detail:
      "A user may have 7 bots, and this one has 7. Delete a bot, or ask the operator of the platform to raise PLATFORM_USER_BOTS.",
  });
  // Another user has a quota of its own, and a deleted bot makes room.
  expect((await other.post("/bots", instance("theirs"))).status).toBe(201);
  const { bot_id } = answers.find(({ status }) => status === 201)!.json;
  expect((await me.ask("DELETE", `/bots/${bot_id}`)).status).toBe(204);
  const again = await many(3, (n) => me.post("/bots", instance(`again ${n}`)));
  expect(count(again, 201)).toBe(1);
});

test("a realtime bot beyond the quota of processes is neither created nor started, and a scheduled one is", async () => {
  const at = await open({ userProcesses: 2 });
  const me = await at.user("alice");
  await me.upload({ name: "probe" });
  await me.upload({ name: "tick", type: "scheduled" });
  const made = await many(5, (n) => me.post("/bots", instance(`bot ${n}`)));
  expect(count(made, 201)).toBe(2);
  const refused = made.find(({ status }) => status === 403)!.json;
  expect(refused.quota).toEqual({
    ...{ name: "processes", used: 2, limit: 2, setting: "PLATFORM_USER_PROCESSES" },
  });
  const [first, second] = made.filter(({ status }) => status === 201).map(({ json }) => json.bot_id);
  const scheduled = (await me.post("/bots", instance("tick", "tick", "scheduled"))).json.bot_id;
  expect((await me.post(`/bots/${scheduled}/run`)).json.code).toBe("quota_exceeded");

  // A bot that is being stopped counts, and can be started again.
  at.engine.frozen = true;
  await me.post(`/bots/${first}/stop`);
  expect((await me.post("/bots", instance("another"))).json.quota).toMatchObject({ used: 2 });
  expect((await me.post(`/bots/${first}/start`)).status).toBe(202);
  at.engine.frozen = false;
  await me.post(`/bots/${first}/stop`);
  await me.get(`/bots/${first}/wait?status=stopped&timeout=5`);
  const runs = await many(4, () => me.post(`/bots/${scheduled}/run`));
  expect(count(runs, 201) + count(runs, 202)).toBe(1);
  expect((await me.post(`/bots/${first}/start`)).json.quota).toMatchObject({ name: "processes", used: 2 });
  // What runs already is not affected.
  expect((await me.post(`/bots/${second}/restart`)).status).toBe(202);
  expect((await me.post(`/bots/${second}/start`)).status).toBe(202);
  await at.engine.endRun(runs.find(({ json }) => json.id)!.json.id, "success");
  expect((await me.post(`/bots/${first}/start`)).status).toBe(202);
});

test("keys count while they are valid, also those that an admin or a device gets", async () => {
  let passed = 0;
  const clock = { ...systemClock, now: () => new Date(Date.now() + passed) };
  const at = await openPlatform({ settings: { userKeys: 3 }, clock });
  onTestFinished(() => at.close());
  const me = await at.user("alice");
  const soon = new Date(Date.now() + 60_000).toISOString();
  const made = await many(9, (n) => me.post("/api-keys", { name: `key ${n}`, expires_at: soon }));
  expect(count(made, 201)).toBe(2);
  const refused = await at.admin.post("/api-keys", { name: "theirs", user: "alice" });
  expect(refused.json).toMatchObject({ code: "quota_exceeded", quota: { name: "keys", used: 3 } });
  const device = await at.client(undefined).post("/device/code", {});
  const approve = () => me.post(`/device/${device.json.user_code}/approve`);
  expect((await approve()).json.code).toBe("quota_exceeded");
  passed = 61_000;
  expect((await approve()).status, "once the two have expired").toBe(200);
  await me.post("/api-keys", { name: "another" });
  const last = await me.post("/api-keys", { name: "last" });
  const collect = () => at.client(undefined).post("/device/token", { device_code: device.json.device_code });
  expect((await collect()).json).toMatchObject({ code: "quota_exceeded", error: "access_denied" });
  await me.ask("DELETE", `/api-keys/${last.json.id}`);
  expect((await me.post("/api-keys", { name: "free again" })).status).toBe(201);
});

test("a start of the platform creates an admin key also beyond the quota of keys", async () => {
  const at = await open({ userKeys: 1 });
  const { id } = (await at.admin.get("/auth/status")).json.key;
  await at.platform.keys.revoke(undefined, id);
  await at.platform.keys.create(at.admin.userId, { name: "reads", scopes: ["read"] });
  await at.restart();
  expect(at.platform.newKeyFile).toBeDefined();
});

test("a version beyond the quotas is refused, and nothing of it is kept", async () => {
  const at = await open({ userVersions: 2, userPackageBytes: 100_000 });
  const me = await at.user("alice");
  const upload = (version: string, text = "") =>
    me.upload({ name: "probe", version, code: `${version}${text}` });
  const kept = () =>
    ["packages", "uploads"].map(
      (folder) => readdirSync(join(at.dataDir, folder), { recursive: true }).length,
    );
  const answers = await many(6, (n) => upload(`1.0.${n}`));
  expect(count(answers, 201)).toBe(2);
  expect(answers.find(({ status }) => status === 403)!.json.quota).toMatchObject({
    name: "versions",
    used: 2,
  });
  const before = kept();
  expect((await upload("2.0.0")).json.code).toBe("quota_exceeded");
  expect(kept()).toEqual(before);
  // Uploading what is there is no new version.
  const [stored] = answers.filter(({ status }) => status === 201);
  const { version } = stored!.json;
  expect((await upload(version)).status).toBe(200);

  await me.ask("DELETE", `/custom-bots/probe/versions/${version}`);
  const room = kept();
  // Text that is small when it is compressed.
  const large = await upload("3.0.0", "#".repeat(200_000));
  expect(large.json).toMatchObject({
    code: "quota_exceeded",
    quota: { name: "package_bytes", limit: 100_000 },
  });
  expect(large.json.detail).toContain("more are needed");
  expect(kept()).toEqual(room);
  // A deleted version is restored by the same content, if there is room.
  expect((await upload("4.0.0")).status).toBe(201);
  expect((await upload(version)).json.quota).toMatchObject({ name: "versions", used: 2 });
});

test("one user does not take the streams of all", async () => {
  const at = await open({ streams: 4, userStreams: 2 });
  const [me, other] = [await at.user("alice"), await at.user("bob")];
  const opened = await Promise.allSettled(Array.from({ length: 8 }, () => Follower.open(at, me)));
  const followers = opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(followers).toHaveLength(2);
  expect(
    (opened.find(({ status }) => status === "rejected") as PromiseRejectedResult).reason.message,
  ).toContain("429");
  expect(await usedBy(me)).toMatchObject({ streams: 2 });
  const theirs = [await Follower.open(at, other), await Follower.open(at, other)];
  followers[0]!.socket.close();
  await expect.poll(() => Follower.open(at, me).then(() => "open", String)).toBe("open");
  for (const { socket } of [...followers, ...theirs]) socket.close();
});

test("queries of a user count over all bots", async () => {
  const at = await open({ userQueries: 3 });
  const [me, other] = [await at.user("alice"), await at.user("bob")];
  const ids = [await me.bot("one", { queries: true }), await me.bot("two", { queries: true })];
  const theirs = await other.bot("one", { queries: true });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  at.engine.answer = async () => {
    asked++;
    await held;
    return answered(200, "1");
  };
  const ask = (client: Client, id: string) => client.post(`/query/${id}`, { query_path: "/x" });
  const waiting = [ask(me, ids[0]!), ask(me, ids[1]!), ask(me, ids[0]!)];
  await expect.poll(() => asked).toBe(3);
  const refused = await ask(me, ids[1]!);
  expect(refused.json).toMatchObject({
    status: 429,
    code: "too_many_queries",
    quota: { name: "queries", used: 3 },
  });
  expect(refused.headers.get("retry-after")).toBe("5");
  const another = ask(other, theirs);
  await expect.poll(() => asked).toBe(4);
  answer();
  expect((await Promise.all([...waiting, another])).map(({ status }) => status)).toEqual([
    200, 200, 200, 200,
  ]);
  expect((await ask(me, ids[1]!)).status).toBe(200);
});

test("requests count over all keys of a user", async () => {
  const at = await open({ writesPerMinute: 3 });
  const me = await at.user("alice");
  const second = await at.user("alice");
  for (const client of [me, second, me]) expect((await client.post("/bots", {})).status).toBe(422);
  expect((await second.post("/bots", {})).json).toMatchObject({
    code: "rate_limited",
    detail: expect.stringContaining("over all keys and sessions of the user"),
  });
  expect((await (await at.user("bob")).post("/bots", {})).status).toBe(422);
});

test("everybody sees the own quotas, and admins those of each user", async () => {
  const at = await open({ userBots: 5 });
  const me = await at.user("alice", ["read", "deploy"]);
  const id = await me.bot("one");
  await me.bot("tick", { type: "scheduled" });
  at.engine.disk.write({ bot_id: id, owner_id: me.userId }, 4_096);
  const own = await me.get("/usage");
  expect(own.json).toMatchObject({ user_id: me.userId, user_name: "alice" });
  expect(own.json.quotas.map(({ name, setting }: Record<string, string>) => [name, setting])).toEqual(
    quotaNames.map((name) => [name, variableOf(name)]),
  );
  expect(own.json.quotas[0]).toEqual({ name: "bots", used: 2, limit: 5, setting: "PLATFORM_USER_BOTS" });
  expect(await usedBy(me)).toEqual({
    ...{ bots: 2, processes: 1, disk_bytes: 4_096, versions: 2, keys: 1, secrets: 0, streams: 0, queries: 0 },
    // The two have the same program and schema.
    package_bytes: 4 * 4_096,
  });
  expect((await at.admin.get("/usage?user=alice")).json).toEqual(own.json);
  expect((await me.get("/usage?user=admin")).json.code).toBe("admin_required");
  expect((await me.get("/users/usage")).json.code).toBe("insufficient_scope");
  const all = (await at.admin.get("/users/usage")).json.items;
  expect(all.map(({ user_name }: { user_name: string }) => user_name)).toEqual(["admin", "alice"]);
  expect(all[1]).toEqual(own.json);
  const page = (await at.admin.get("/users/usage?limit=1")).json;
  expect(page.items).toHaveLength(1);
  expect((await at.admin.get(`/users/usage?limit=1&cursor=${page.next_cursor}`)).json).toEqual({
    items: [own.json],
  });
});

test("each quota has its setting", () => {
  for (const name of quotaNames) expect(variableOf(name), quotas[name].setting).toMatch(/^PLATFORM_USER_/);
});

async function usedBy(client: Client): Promise<Record<string, number>> {
  const { json } = await client.get("/usage");
  return Object.fromEntries(
    json.quotas.map(({ name, used }: { name: string; used: number }) => [name, used]),
  );
}
