import { afterEach, beforeEach, expect, test } from "vitest";
import { listLogs } from "../../src/store/sql/logs.ts";
import { connectionsOf } from "../../src/store/sql/networks.ts";
import { FakeExecutor } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { actor, openWorld, type World } from "../engine/world.ts";

let clock: ManualClock;
let executor: FakeExecutor;
let world: World;
const api = { name: "api.exchange.test", port: 443 };
const feed = { name: "price-feed", address: "127.0.0.1", port: 7171 };
const gateway = { name: "gateway", address: "10.1.2.3", port: 4001 };

beforeEach(async () => {
  clock = new ManualClock("2027-01-05T10:00:00.000Z");
  executor = new FakeExecutor(clock);
  world = await openWorld({
    clock,
    executor: async () => executor,
    settings: { network: "own", localServices: [feed, gateway] },
  });
  const files = { "bot.mjs": "", "query.mjs": "" };
  const entrypoints = { bot: "bot.mjs", query: "query.mjs" };
  await world.addPackage({
    ...{ files, entrypoints },
    network: { hosts: ["api.exchange.test"], local: ["price-feed"], queries: "none" },
  });
  await world.addPackage({ name: "plain", files, entrypoints });
});
afterEach(() => world.close());

const running = async (bot: Parameters<World["addBot"]>[0] = { custom_bot: "probe" }) => {
  const { bot_id } = await world.addBot(bot);
  await world.status(bot_id, "running");
  return bot_id;
};
/** Waits until so many processes of a kind were started for the bot. */
const started = (id: string, count: number, kind = "bot") =>
  world.until(`${count} starts`, () => {
    const { length } = executor.launches.filter(({ spec }) => spec.botId === id && spec.kind === kind);
    return length >= count ? true : undefined;
  });
const launchOf = (id: string, kind = "bot") =>
  executor.launches.findLast(({ spec }) => spec.botId === id && spec.kind === kind)!;

test("a bot has the hosts of its custom bot and the local services that the operator offers", async () => {
  const id = await running();
  expect(launchOf(id).spec.network).toEqual({ policy: { hosts: [api], local: [feed] }, cut: [] });
});

test("an instance narrows it, and the bot is restarted with what is left", async () => {
  const id = await running();
  await world.patch(id, { network: "none" });
  await started(id, 2);
  expect(launchOf(id).spec.network).toEqual({ policy: { hosts: [], local: [] }, cut: [] });
});

test("queries connect to nothing if the author says so, and else to what the bot may", async () => {
  const id = await running();
  await started(id, 1, "query-server");
  expect(launchOf(id, "query-server").spec.network).toEqual({ policy: { hosts: [], local: [] }, cut: [] });
  const other = await running({ custom_bot: "plain" });
  await started(other, 1, "query-server");
  expect(launchOf(other, "query-server").spec.network).toEqual(launchOf(other).spec.network);
});

test("a bot that says nothing reaches every public name, and one with the host's network is not confined", async () => {
  const id = await running({ custom_bot: "plain" });
  expect(launchOf(id).spec.network?.policy.hosts).toEqual([
    { name: "*", port: 443 },
    { name: "*", port: 80 },
  ]);
  const other = await running({ custom_bot: "plain", network: "host" });
  expect(launchOf(other).spec.network).toBeUndefined();
});

test("what is cut stays cut over a crash, an update, a restart of the platform and a new bot", async () => {
  const id = await running();
  const process = launchOf(id);
  await world.engine.cut({ botId: id }, "api.exchange.test", actor);
  expect(process.isCut).toEqual(["api.exchange.test"]);
  expect(process.exit).toBeUndefined();

  process.end({ code: 1 });
  await started(id, 2);
  expect(launchOf(id).isCut).toEqual(["api.exchange.test"]);

  await world.patch(id, { config: { symbol: "MSFT" } });
  await started(id, 3);
  expect(launchOf(id).isCut).toEqual(["api.exchange.test"]);

  launchOf(id).isCut = [];
  await world.restart();
  expect(launchOf(id).isCut).toEqual(["api.exchange.test"]);

  await world.engine.cut({}, undefined, actor);
  expect(launchOf(id).isCut).toBe("all");
  expect(launchOf(await running()).isCut).toBe("all");

  await world.engine.restore({ botId: id }, undefined);
  expect(launchOf(id).isCut).toBe("all");
  await world.engine.restore({}, undefined);
  expect(launchOf(id).isCut).toEqual([]);
});

test("who cut what, and for which bots, is shown, and told in the logs of the bots that run", async () => {
  const id = await running();
  const { user_name } = actor;
  await world.engine.cut({ botId: id }, "api.exchange.test", actor);
  await world.engine.cut({}, undefined, actor);
  const at = clock.now().toISOString();
  expect((await world.engine.network(await world.bot(id))).cuts).toEqual([
    { scope: "bot", host: "api.exchange.test", at, actor },
    { scope: "platform", at, actor },
  ]);
  await world.engine.restore({}, undefined, actor);
  await world.engine.restore({ botId: id }, undefined, actor);
  await world.engine.restore({ botId: id }, undefined, actor);
  const told = async () =>
    (await listLogs(world.store, id, { limit: 100 })).items
      .map(({ message }) => message)
      .filter((message) => /cut off|connected again/i.test(message));
  const words = [
    `Cut off from api.exchange.test, by ${user_name}.`,
    `Cut off from everything, by ${user_name}.`,
    `Connected again, by ${user_name}.`,
    `Still cut off from api.exchange.test, by ${user_name}.`,
    `Connected again with api.exchange.test, by ${user_name}.`,
  ];
  await world.until("the log", async () => ((await told()).length >= words.length ? true : undefined));
  expect(await told()).toEqual(words);
});

test("a bot of which the network cannot be changed says so, and others are cut", async () => {
  const id = await running();
  launchOf(id).cut = async () => {
    throw new Error("bind: EADDRINUSE");
  };
  const other = await running({ custom_bot: "plain" });
  await world.engine.cut({}, undefined, actor);
  expect(launchOf(other).isCut).toBe("all");
  await world.until("the log", async () =>
    (await listLogs(world.store, id, { limit: 100 })).items.some(({ message }) =>
      message.includes("The network of the bot could not be changed: bind: EADDRINUSE"),
    )
      ? true
      : undefined,
  );
});

test("where bots can have no network of their own, one that needs it waits until the platform changes", async () => {
  executor.networkObstacle =
    "Bots cannot have a network of their own: without isolation they could leave it.";
  const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
  const { detail } = await world.status(id, "pending", "isolation_unavailable");
  expect(detail).toBe(
    `The bot cannot be started now. ${executor.networkObstacle} PLATFORM_NETWORK=host gives every bot the network of this machine.`,
  );
  await running({ custom_bot: "plain", network: "host" });
  world.settings.network = "host";
  await world.restart();
  await world.status(id, "running");
});

test("what runs keeps the network with which it was started, and that is what is shown", async () => {
  const alone = { name: "alone", files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } };
  await world.addPackage({ ...alone, network: { hosts: ["api.exchange.test"] } });
  const id = await running({ custom_bot: "alone" });
  const shows = async (enforced: boolean, detail: RegExp) => {
    const bot = await world.bot(id);
    await world.until(`${detail}`, async () => {
      const shown = await world.engine.network(bot);
      return shown.enforced === enforced && detail.test(shown.detail) ? true : undefined;
    });
  };
  await shows(true, /^The bot connects to what its network lists/);
  world.settings.network = "host";
  await world.restart();
  await shows(true, /^The bot still runs with a network of its own, .+ Restart it\.$/);
  await world.ask(id, { restart: true });
  await started(id, 2);
  await shows(false, /^The platform gives every bot the network of the host/);
  world.settings.network = "own";
  await world.restart();
  await shows(false, /^The bot still runs with the network of the host, .+ Restart it\.$/);
});

test("orders are cut off and prices stay, for all bots of one user alone", async () => {
  const id = await running();
  const other = await running({ custom_bot: "plain", owner_id: "usr_1" });
  await world.engine.cut({ ownerId: "usr_2" }, undefined, actor);
  expect(launchOf(id).isCut).toEqual([]);
  await world.engine.cut({ ownerId: "usr_1" }, "api.exchange.test", actor);
  for (const one of [id, other]) expect(launchOf(one).isCut).toEqual(["api.exchange.test"]);
});

test("a run by schedule starts with what is cut", async () => {
  await world.addPackage({
    ...{ name: "nightly", model: "scheduled", files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } },
  });
  const bot = await world.addBot({ custom_bot: "nightly", model: "scheduled", schedule: "*/10 * * * *" });
  await world.status(bot.bot_id, "idle");
  await world.engine.cut({ botId: bot.bot_id }, undefined, actor);
  await clock.pass(10 * 60_000);
  await world.until("the run", () => launchOf(bot.bot_id, "run"));
  expect(launchOf(bot.bot_id, "run").isCut).toBe("all");
});

test("connections are added up by host, and a refused name is told in the log once a minute", async () => {
  const id = await running();
  const entry = { host: "api.exchange.test", port: 443, count: 2, sent: 10, received: 100 };
  const refused = {
    host: "evil.test",
    port: 0,
    reason: "not_listed",
    count: 500,
    sent: 0,
    received: 0,
  } as const;
  const count = async () => {
    const last = clock.now().toISOString();
    executor.counted.push({
      ...{ launch: launchOf(id).record.id, bot: id, connections: 1 },
      entries: [
        { ...entry, last },
        { ...refused, last },
      ],
    });
    await clock.pass(2_000);
    await world.until("the count", () => (executor.counted.length === 0 ? true : undefined));
  };
  for (let times = 0; times < 3; times++) await count();
  await world.until("three counts", async () => {
    const rows = await connectionsOf(world.store, id);
    return rows.some(({ count }) => count === 6) ? true : undefined;
  });
  expect(await connectionsOf(world.store, id)).toMatchObject([
    { host: "api.exchange.test", port: 443, reason: "", count: 6, sent_bytes: 30, received_bytes: 300 },
    { host: "evil.test", port: 0, reason: "not_listed", count: 1_500 },
  ]);
  expect(world.engine.networkUse()).toMatchObject({ open: 1, made: 6, sentBytes: 30, receivedBytes: 300 });
  expect(world.engine.networkUse().refused.get("not_listed")).toBe(1_500);
  const told = async () =>
    (await listLogs(world.store, id, { limit: 100 })).items
      .map(({ message }) => message)
      .filter((message) => message.includes("evil.test"));
  const words = "The network refused evil.test: the policy does not list this name.";
  await world.until("the log", async () => ((await told()).length > 0 ? true : undefined));
  expect(await told()).toEqual([words]);
  await clock.pass(60_000);
  await count();
  await world.until("the second time", async () => ((await told()).length > 1 ? true : undefined));
  expect(await told()).toEqual([words, words]);
});

test("a bot keeps rows of connections that were made, whatever it tries afterwards", async () => {
  const id = await running();
  const rowsAt = (hosts: string[], reason: "not_listed" | undefined, at: string) =>
    world.store && {
      ...{ launch: "l", bot: id, connections: 0 },
      entries: hosts.map((host) => ({
        ...{ host, port: 443, ...(reason && { reason }), count: 1, sent: 0, received: 0, last: at },
      })),
    };
  executor.counted.push(rowsAt(["api.exchange.test"], undefined, "2027-01-05T10:00:00.000Z"));
  for (let batch = 0; batch < 5; batch++) {
    const hosts = Array.from({ length: 200 }, (_, n) => `x${batch}-${n}.test`);
    executor.counted.push(rowsAt(hosts, "not_listed", `2027-01-05T10:0${batch + 1}:00.000Z`));
    await clock.pass(2_000);
    await world.until("the count", () => (executor.counted.length === 0 ? true : undefined));
  }
  await world.until("the rows", async () => {
    const rows = await connectionsOf(world.store, id);
    return rows.some(({ host }) => host === "x4-199.test") ? true : undefined;
  });
  const rows = await connectionsOf(world.store, id);
  expect(rows.some(({ host }) => host === "api.exchange.test")).toBe(true);
  expect(rows.length).toBeLessThan(700);
});
