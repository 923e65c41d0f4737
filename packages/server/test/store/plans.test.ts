import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Bot, Run } from "../../src/model/model.ts";
import type { EngineStore, StoredLaunch } from "../../src/store/engine-store.ts";
import type { ServiceStore } from "../../src/store/service-store.ts";
import { storageOf } from "../../src/store/sql/storage.ts";
import { openStore } from "../../src/store/sqlite/database.ts";
import type { Storage } from "../../src/store/storage.ts";
import type { WatchStore } from "../../src/store/watch-store.ts";

/** Lines, and as many metrics, of one bot. Plans must not depend on it: the store collects no statistics. */
const lines = process.env.BOTYARD_THOROUGH === "1" ? 1_000_000 : 2_000;

const at = "2026-01-01T00:00:00.000Z";
const later = "2027-01-01T00:00:00.000Z";
const owner = "usr_1";
const id = "bot_1";
const bot = (name: string): Bot => ({
  ...{ bot_id: name, owner_id: owner, name, custom_bot: "probe", model: "scheduled", schedule: "* * * * *" },
  ...{
    version_spec: "1.0.0",
    version: "1.0.0",
    catch_up: "none",
    start_deadline_seconds: 60,
    timeout_seconds: 300,
    config: { n: [1] },
  },
  ...{ desired: "running", status: "idle", revision: 1, generation: 1, restarts: 0 },
  ...{ created_at: at, updated_at: at },
});
const run = (name: string, more: Partial<Run> = {}): Run => ({
  ...{ id: name, bot_id: id, tick: at, scheduled_at: at, status: "queued", version: "1.0.0", revision: 1 },
  ...{ queued_at: at, ...more },
});
const launch = (name: string): StoredLaunch => ({
  ...{ id: name, botId: id, kind: "bot", generation: 1, revision: 1, state: "running", createdAt: at },
  record: { id: name, dir: "/d", engine: "process", isolation: "none" },
  offsets: { stdout: 0, stderr: 0 },
});
const version = (number: string) => ({
  ...{ owner_id: owner, name: "probe", version: number, model: "scheduled" as const, runtime: "nodejs24" },
  ...{ config: "{}", schema: "{}", readme: null, sha256: number, content_sha256: number, bytes: 1 },
  ...{ created_at: at, deleted_at: null },
});
const line = {
  ...{ stream: "stdout" as const, level: "info" as const, time: at, ingested_at: at, message: "x" },
  ...{ fields: { n: 1 } },
};
const session = {
  ...{ id: "ses_1", user_id: owner, token_hash: "t", page_key_hash: "p" },
  ...{ key_id: "key_1", scopes: "read" },
  ...{ created_at: at, seen_at: at, expires_at: later },
};
const device = {
  ...{ device_hash: "d", user_code_hash: "u", client: "c", scopes: "read", status: "pending" as const },
  ...{ user_id: null, created_at: at, expires_at: later, polled_at: null, interval_seconds: 5 },
  ...{ source: "127.0.0.1", network: "127.0.0.0/24" },
};
const key = {
  ...{ id: "key_1", owner_id: owner, name: "k", scopes: "read", hash: "h", created_at: at },
  ...{ expires_at: null, revoked_at: null, last_used_at: null },
};
const request = { ownerId: owner, key: "k", method: "POST", path: "/", requestHash: "h", at };
const actor = { user_name: "me", signed_in_by: "session" } as const;
const page = { limit: 10 };
const times = { from: at, to: later };

/** Calls of each verb that reach each of its statements. */
const services: { [Verb in keyof ServiceStore]: (on: ServiceStore) => Promise<unknown>[] } = {
  connectionsOf: (on) => [on.connectionsOf(id)],
  findBot: (on) => [on.findBot(owner, id)],
  findAnyBot: (on) => [on.findAnyBot(id)],
  listBots: (on) => [
    on.listBots(owner, page),
    on.listBots(undefined, { ...page, after: id }),
    on.listBots(owner, { ...page, status: ["idle"], customBot: "probe", model: "scheduled", name: "b" }),
    on.listBots(owner, { ...page, ids: [id] }),
    on.listBots(owner, { ...page, label: { key: "team", value: "a" } }),
  ],
  insertBot: (on) => [on.insertBot(bot("bot_new"), "key_1")],
  changeBot: (on) => [
    on.changeBot(owner, id, { at, decide: () => ({ settings: { ...bot(id), name: "other" } }) }),
    on.changeBot(owner, "bot_new", { at, decide: () => ({ desired: "deleted" }) }),
  ],
  listRevisions: (on) => [on.listRevisions(id, page), on.listRevisions(id, { ...page, before: 5 })],
  findVersion: (on) => [on.findVersion(owner, "probe", "1.0.0")],
  missingFiles: (on) => [on.missingFiles(owner, ['["a","b"]'])],
  newFileBytes: (on) => [on.newFileBytes(owner, ['[["a",1]]'])],
  addFiles: (on) => [on.addFiles(owner, ['[["a",1]]'], at)],
  strayFiles: (on) => [on.strayFiles('["a","b"]')],
  strayPackages: (on) => [on.strayPackages('["a","b"]')],
  forgetUnusedFiles: (on) => [on.forgetUnusedFiles(at)],
  archivedVersions: (on) => [on.archivedVersions()],
  insertVersion: (on) => [
    on.insertVersion(version("2.0.0")),
    on.insertVersion(version("3.0.0"), { contents: ['[["a",1]]'], areSent: true, at }),
    on.insertVersion(version("4.0.0"), { contents: ['[["a",1]]'], areSent: false, at }),
  ],
  setListed: (on) => [on.setListed(version("2.0.0"), { contents: ['[["a",1]]'], at })],
  deleteVersion: (on) => [on.deleteVersion(owner, { name: "probe", version: "2.0.0", at }, ['["a"]'])],
  restoreVersion: (on) => [on.restoreVersion(owner, "probe", "2.0.0")],
  listCustomBots: (on) => [on.listCustomBots(owner, page), on.listCustomBots(owner, { ...page, after: "a" })],
  versionsOf: (on) => [on.versionsOf(owner, "probe")],
  userById: (on) => [on.userById(owner)],
  userByName: (on) => [on.userByName("one")],
  firstUser: (on) => [on.firstUser()],
  listUsers: (on) => [on.listUsers(page), on.listUsers({ ...page, after: owner })],
  insertUser: (on) => [on.insertUser({ id: "usr_3", name: "three", created_at: at })],
  disableUser: (on) => [on.disableUser("usr_3", at)],
  enableUser: (on) => [on.enableUser("usr_3", "admin"), on.enableUser("usr_3")],
  enabledAdmins: (on) => [on.enabledAdmins()],
  keyById: (on) => [on.keyById("key_1")],
  keysInForce: (on) => [on.keysInForce(owner, at)],
  listKeys: (on) => [
    on.listKeys(owner, page),
    on.listKeys(undefined, { ...page, after: { createdAt: at, id: "key_0" } }),
  ],
  insertKey: (on) => [on.insertKey({ ...key, id: "key_2", hash: "i" })],
  revokeKey: (on) => [on.revokeKey(owner, "key_2", at), on.revokeKey(undefined, "key_2", at)],
  touchKey: (on) => [on.touchKey("key_1", at)],
  insertSession: (on) => [on.insertSession(session, at)],
  sessionByHash: (on) => [on.sessionByHash("t")],
  sessionSeenAt: (on) => [on.sessionSeenAt("ses_1")],
  touchSession: (on) => [on.touchSession("ses_1", at)],
  deleteSession: (on) => [on.deleteSession("ses_1")],
  insertSignInLink: (on) => [on.insertSignInLink({ hash: "l", user_id: owner, expires_at: later }, at)],
  takeSignInLink: (on) => [on.takeSignInLink("l", at)],
  insertDevice: (on) => [
    on.insertDevice(device, { source: 5, network: 5, all: 5 }, at),
    on.insertDevice(
      { ...device, device_hash: "d2", user_code_hash: "u2" },
      { source: 1, network: 5, all: 5 },
      at,
    ),
  ],
  pendingDevice: (on) => [on.pendingDevice("u", at)],
  decideDevice: (on) => [on.decideDevice("u", { status: "approved", user_id: owner }, at)],
  deviceByHash: (on) => [on.deviceByHash("d")],
  touchDevice: (on) => [on.touchDevice("d", { polled_at: at, interval_seconds: 5 })],
  takeDevice: (on) => [on.takeDevice("d")],
  getRun: (on) => [on.getRun("run_1")],
  lastRun: (on) => [on.lastRun(id)],
  listRuns: (on) => [
    on.listRuns(id, page),
    on.listRuns(id, { ...page, before: "run_9" }),
    on.listRuns(id, { ...page, status: ["success", "error"], before: "run_9" }),
  ],
  runsOfTicks: (on) => [
    on.runsOfTicks(id, { ...times, ...page }),
    on.runsOfTicks(id, { ...times, ...page, after: at }),
  ],
  countRuns: (on) => [on.countRuns(id, at, later)],
  listLogs: (on) => [
    on.listLogs(id, page),
    on.listLogs(id, { ...page, after: 5 }),
    on.listLogs(id, { ...page, before: 5 }),
    on.listLogs(id, { ...page, ...times }),
    on.listLogs(id, { ...page, ...times, earlierThan: { time: later, seq: 9 } }),
    on.listLogs(id, { ...page, level: "error", ...times }),
    on.listLogs(id, { ...page, run_id: "run_1", stream: "stdout", q: "x" }),
  ],
  summarizeLogs: (on) => [on.summarizeLogs(id, at, later)],
  latestMetrics: (on) => [on.latestMetrics(id), on.latestMetrics(id, { after: "a" })],
  listMetrics: (on) => [
    on.listMetrics(id, { max_points: 10 }),
    on.listMetrics(id, { max_points: 10, type: "price", ...times }),
    on.listMetrics(id, { max_points: 10, type: "price", after: 5 }),
    on.listMetrics(id, { max_points: 10, after: 5 }),
  ],
  metricPage: (on) => [
    on.metricPage(id, page),
    on.metricPage(id, { ...page, after: 5, type: "price", ...times }),
    on.metricPage(id, { ...page, newestFirst: true }),
  ],
  metricsAfter: (on) => [on.metricsAfter(id, 5, page)],
  overviewsAt: (on) => [on.overviewsAt([id], times)],
  listStatusEvents: (on) => [on.listStatusEvents(id, page), on.listStatusEvents(id, { ...page, before: 5 })],
  statusEventsAfter: (on) => [on.statusEventsAfter(id, 5, 10)],
  keptRecords: (on) => [on.keptRecords(id)],
  droppedOf: (on) => [on.droppedOf(id)],
  lastSeqs: (on) => [on.lastSeqs(id)],
  quotaUse: (on) => [on.quotaUse(owner, at)],
  askedResources: (on) => [on.askedResources()],
  botTotals: (on) => [on.botTotals()],
  listSecrets: (on) => [on.listSecrets(owner, page), on.listSecrets(owner, { ...page, after: "a" })],
  findSecret: (on) => [on.findSecret(owner, "key")],
  putSecret: (on) => [
    on.putSecret({ ownerId: owner, name: "key", at, actor, staged: false }, () => "sealed:k:v"),
  ],
  applySecret: (on) => [on.applySecret(owner, "key")],
  botsWithSecret: (on) => [on.botsWithSecret(owner, "key")],
  secretValues: (on) => [on.secretValues(owner, ["key", "other"])],
  deleteSecret: (on) => [on.deleteSecret(owner, "key", at)],
  runTotals: (on) => [on.runTotals()],
  databaseBytes: (on) => [on.databaseBytes()],
  checkStore: (on) => [on.checkStore()],
  requestOf: (on) => [on.requestOf(request)],
  keepAnswer: (on) => [on.keepAnswer(request, { status: 200, headers: {}, body: "" })],
  forgetRequests: (on) => [on.forgetRequests(at)],
};

const engine: {
  [Verb in keyof Omit<EngineStore, "space" | "outputLanes" | "outputSlices">]: (
    on: EngineStore,
  ) => Promise<unknown>[];
} = {
  botById: (on) => [on.botById(id)],
  supervisedBot: (on) => [on.supervisedBot(id)],
  supervisedBots: (on) => [on.supervisedBots()],
  findVersion: (on) => [on.findVersion(owner, "probe", "1.0.0")],
  isPackageUsed: (on) => [on.isPackageUsed("1.0.0")],
  pastConfigs: (on) => [on.pastConfigs(id)],
  startedAs: (on) => [on.startedAs(id, 1)],
  keepRunningRevision: (on) => [on.keepRunningRevision(id, 1)],
  changeStatus: (on) => [on.changeStatus(id, [{ status: "idle" }], at, launch("launch_3"))],
  openLaunches: (on) => [on.openLaunches()],
  addLaunch: (on) => [on.addLaunch(launch("launch_1"))],
  changeLaunch: (on) => [on.changeLaunch("launch_1", { state: "ended", endedAt: at })],
  getRun: (on) => [on.getRun("run_1")],
  activeRuns: (on) => [on.activeRuns(id)],
  aliveUntil: (on) => [on.aliveUntil()],
  addRun: (on) => [on.addRun(run("run_new", { tick: "2026-06-01T00:00:00.000Z" }))],
  changeRun: (on) => [on.changeRun("run_new", { status: "running", started_at: at })],
  finishRun: (on) => [
    on.finishRun("run_new", { status: "success", finished_at: at }, { id: "launch_1", endedAt: at }),
  ],
  settleSchedule: (on) => [on.settleSchedule({ botId: id, settledUntil: at })],
  settleTicks: (on) => [
    on.settleTicks({
      rows: [run("run_tick", { tick: "2026-06-02T00:00:00.000Z" })],
      launches: [{ ...launch("launch_2"), runId: "run_tick" }],
      schedules: [{ botId: id, settledUntil: at }],
    }),
  ],
  writeOutput: (on) => [
    on.writeOutput([
      {
        ...{ botId: id, lines: [line], offsets: { launchId: "launch_1", stdout: 5, stderr: 5 } },
        metrics: [{ time: at, ingested_at: at, type: "price", data: { symbol: "A", value: 1 } }],
      },
    ]),
  ],
  refusalOf: (on) => [on.refusalOf({ botId: id, lines: [line], metrics: [] })],
  isDurable: (on) => [on.isDurable()],
  diskUse: (on) => [on.diskUse()],
  keepDiskUse: (on) => [on.keepDiskUse([{ bot_id: id, owner_id: owner, bytes: 1, query_bytes: 1 }])],
  forgetDiskUse: (on) => [on.forgetDiskUse(id)],
  secretValues: (on) => [on.secretValues(owner, ["key", "other"])],
  appliedVersions: (on) => [on.appliedVersions(owner, ["key", "other"])],
  touchSecrets: (on) => [on.touchSecrets(owner, ["key"], { at, botId: id })],
  cuts: (on) => [on.cuts()],
  addCut: (on) => [on.addCut({ botId: id, host: "api.exchange.test", at })],
  removeCuts: (on) => [on.removeCuts({ botId: id }, "api.exchange.test"), on.removeCuts({})],
  addConnections: (on) => [
    on.addConnections([
      {
        ...{ bot_id: id, host: "api.exchange.test", port: 443, reason: "", count: 1 },
        ...{ sent_bytes: 1, received_bytes: 1, last_at: at },
      },
    ]),
  ],
  botsWithData: (on) => [on.botsWithData()],
  botsDeletedBefore: (on) => [on.botsDeletedBefore(later)],
  removeOldLines: (on) => [on.removeOldLines("bot_2", later)],
  removeExcessLines: (on) => [on.removeExcessLines("bot_2", 1)],
  removeOldMetrics: (on) => [on.removeOldMetrics("bot_2", later)],
  removeExcessMetrics: (on) => [on.removeExcessMetrics("bot_2", 1)],
  removeGoneLaunches: (on) => [on.removeGoneLaunches(later)],
  removeBotData: (on) => [on.removeBotData("bot_2")],
  settle: (on) => [on.settle()],
};

const watch: { [Verb in keyof WatchStore]: (on: WatchStore) => Promise<unknown>[] } = {
  watchBots: (on) => [on.watchBots(owner, 10, () => {}), on.watchBots(undefined, 10, () => {})],
};

let dir: string;
let storage: Storage;
const prepared = new Set<string>();
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "botyard-plans-"));
  const real = Sqlite.prototype.prepare;
  vi.spyOn(Sqlite.prototype, "prepare").mockImplementation(function (this: Sqlite.Database, sql: string) {
    prepared.add(sql.replace(/\s+/g, " ").trim());
    return real.call(this, sql);
  });
  const store = await openStore(dir);
  storage = storageOf(store);
  const { services: on } = storage;
  for (const name of ["one", "two"])
    await on.insertUser({ id: `usr_${name === "one" ? 1 : 2}`, name, created_at: at });
  await on.insertVersion(version("1.0.0"));
  await on.insertBot(bot(id), undefined);
  await on.insertBot(bot("bot_2"), undefined);
  await on.insertKey(key);
  const database = store.raw.ingest;
  const series = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)`;
  const moment = `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || i || ' seconds')`;
  database.exec("begin");
  for (const of of [id, "bot_2"]) {
    const count = of === id ? lines : 100;
    database
      .prepare(
        `${series} insert into log_lines (bot_id, seq, stream, level, time, ingested_at, message, truncated, dropped_before)
         select '${of}', i, 'stdout', iif(i % 1000, 'info', 'error'), ${moment}, ${moment}, 'line ' || i, 0, 0 from n`,
      )
      .run(count);
    database
      .prepare(
        `${series} insert into metrics (bot_id, seq, type, time, data, ingested_at)
         select '${of}', i, 'price', ${moment}, '{"symbol":"A","value":' || i || '}', ${moment} from n`,
      )
      .run(count);
    database
      .prepare(
        `insert into sequences (bot_id, logs, metrics, status) values (?, ?, ?, 0)
         on conflict (bot_id) do update set logs = excluded.logs, metrics = excluded.metrics`,
      )
      .run(of, count, count);
  }
  database.exec("commit");
  prepared.clear();
}, 300_000);
afterAll(async () => {
  vi.restoreAllMocks();
  await storage.close();
  await rm(dir, { recursive: true });
});

/** Tables that grow with what bots do. */
const large =
  /^SCAN (log_lines|metrics|runs|status_events|launches|bot_revisions)\b(?! USING (COVERING )?INDEX)/;

test("the plans of all queries of the store", { timeout: 300_000 }, async () => {
  for (const calls of Object.values(services)) for (const call of calls(storage.services)) await call;
  for (const calls of Object.values(engine)) for (const call of calls(storage.engine)) await call;
  for (const calls of Object.values(watch)) for (const call of calls(storage.watch)) await call;
  const reader = new Sqlite(join(dir, "platform.db"), { readonly: true });
  const plans: string[] = [];
  for (const sql of [...prepared].sort()) {
    if (!/^(select|with|update|delete|insert)/i.test(sql)) continue;
    const named = Object.fromEntries([...sql.matchAll(/[:@$]([a-z]\w*)/gi)].map(([, name]) => [name, null]));
    const given = sql.includes("?") ? sql.match(/\?/g)!.map(() => null) : [named];
    const steps = reader.prepare(`explain query plan ${sql}`).all(...given) as { detail: string }[];
    if (steps.length > 0) plans.push([sql, ...steps.map(({ detail }) => `    ${detail}`)].join("\n"));
  }
  reader.close();
  expect(plans.filter((plan) => plan.split("\n").some((step) => large.test(step.trim())))).toEqual([]);
  await expect(`${plans.join("\n")}\n`).toMatchFileSnapshot("plans.txt");
});
