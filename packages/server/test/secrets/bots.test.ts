import { afterEach, beforeEach, expect, test } from "vitest";
import { NamedSecrets } from "../../src/secrets/index.ts";
import { listLogs } from "../../src/store/sql/logs.ts";
import { serviceStoreOf } from "../../src/store/sql/service-store.ts";
import { FakeExecutor } from "../engine/fake-executor.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { actor, openWorld, type World } from "../engine/world.ts";

const owner = "usr_1";
let clock: ManualClock;
let executor: FakeExecutor;
let world: World;
beforeEach(async () => {
  clock = new ManualClock("2027-01-05T10:00:00.000Z");
  executor = new FakeExecutor(clock);
  world = await openWorld({ clock, executor: async () => executor });
  const files = { "bot.mjs": "", "query.mjs": "" };
  await world.addPackage({ files, entrypoints: { bot: "bot.mjs", query: "query.mjs" } });
});
afterEach(() => world.close());

const named = () => new NamedSecrets(serviceStoreOf(world.store), world.vault, clock);
/** Sets a secret as the operation does. */
async function set(name: string, value: string, staged = false): Promise<void> {
  await named().set(owner, name, { value, staged }, actor);
  await tell(name);
}
async function tell(name: string): Promise<void> {
  const bots = await named().usedBy(owner, name);
  world.engine.secretChanged(
    bots.map(({ bot_id }) => bot_id),
    `The secret ${name} has changed.`,
  );
}
const launches = (id: string, kind = "bot") =>
  executor.launches.filter(({ spec }) => spec.botId === id && spec.kind === kind);
const configs = (id: string, kind?: string) => launches(id, kind).map(({ spec }) => JSON.parse(spec.config));
const started = (id: string, count: number, kind = "bot") =>
  world.until(`${count} starts`, () => (launches(id, kind).length >= count ? true : undefined));
const trader = { custom_bot: "probe", config: { symbol: "BTC", api_key: { secret: "kraken-key" } } };

test("a process gets the value, and a new value restarts the bot and its query process", async () => {
  await set("kraken-key", "first-value");
  const { bot_id: id } = await world.addBot(trader);
  await world.status(id, "running");
  await started(id, 1, "query-server");
  expect(configs(id)).toEqual([{ symbol: "BTC", api_key: "first-value" }]);
  expect(configs(id, "query-server")).toEqual([{ symbol: "BTC", api_key: "first-value" }]);
  await set("kraken-key", "second-value");
  await started(id, 2);
  await started(id, 2, "query-server");
  expect(configs(id)[1]).toEqual({ symbol: "BTC", api_key: "second-value" });
  expect(await named().get(owner, "kraken-key")).toMatchObject({ version: 2, last_used_by: id });
});

test("the value that it has is no new one, and another secret restarts nothing", async () => {
  await set("kraken-key", "first-value");
  const { bot_id: id } = await world.addBot(trader);
  await world.status(id, "running");
  await set("kraken-key", "first-value");
  await set("other-key", "other-value");
  await world.patch(id, { name: "renamed" });
  await world.until("the name", async () =>
    (await world.bot(id)).running_revision === 2 ? true : undefined,
  );
  expect(launches(id)).toHaveLength(1);
});

test("a staged value is for the next start, until it is applied", async () => {
  await set("kraken-key", "first-value");
  const [{ bot_id: one }, { bot_id: other }] = [
    await world.addBot({ ...trader, name: "one" }),
    await world.addBot({ ...trader, name: "other" }),
  ];
  await world.status(one, "running");
  await world.status(other, "running");
  await set("kraken-key", "second-value", true);
  await world.ask(one, { restart: true });
  await started(one, 2);
  await world.restart();
  expect(configs(one)[1].api_key).toBe("second-value");
  expect(launches(other)).toHaveLength(1);
  await named().apply(owner, "kraken-key");
  await tell("kraken-key");
  await started(other, 2);
  expect(configs(other)[1].api_key).toBe("second-value");
  expect(launches(one)).toHaveLength(2);
});

test("a bot without its secret waits and says which one, and runs when it is set; a process goes on without it", async () => {
  const { bot_id: id } = await world.addBot(trader);
  const { detail } = await world.status(id, "pending", "secret_unavailable");
  expect(detail).toBe(
    'The bot cannot be started now. There is no secret "kraken-key". Set it, for example with: platform secret set kraken-key',
  );
  await set("kraken-key", "first-value");
  await world.status(id, "running");
  const { name } = await world.bot(id);
  await expect(named().delete(owner, "kraken-key", false)).rejects.toMatchObject({
    code: "secret_in_use",
    message: `The secret "kraken-key" is used by ${name}.`,
  });
  await named().delete(owner, "kraken-key", true);
  await tell("kraken-key");
  await world.restart();
  await world.status(id, "running");
  expect(launches(id)).toHaveLength(1);
  launches(id)[0]!.end({ code: 1 });
  await world.status(id, "backing_off", "secret_unavailable");
  await set("kraken-key", "third-value");
  await world.status(id, "running");
  expect(configs(id).at(-1).api_key).toBe("third-value");
});

test("values of named secrets and of configs are masked in what a bot prints, the new one too", async () => {
  await set("kraken-key", "first-value");
  const config = {
    ...trader.config,
    password: world.vault.ring.seal('"inline-password"', "config:bot_masked"),
  };
  const bot = await world.addBot({ ...trader, bot_id: "bot_masked", config });
  const { bot_id: id } = bot;
  await world.status(id, "running");
  expect(configs(id)[0].password).toBe("inline-password");
  launches(id)[0]!.print("I have first-value and inline-password");
  await set("kraken-key", "second-value");
  await started(id, 2);
  launches(id)[1]!.print("now second-value, before first-value");
  const told = async () =>
    (await listLogs(world.store, id, { limit: 100 })).items
      .filter(({ stream }) => stream === "stdout")
      .map(({ message }) => message);
  await world.until("both lines", async () => ((await told()).length === 2 ? true : undefined));
  expect(await told()).toEqual(["I have ******** and ********", "now ********, before ********"]);
});

test("a run gets the newest value, and ends in an error that names a missing secret", async () => {
  await world.addPackage({
    ...{ name: "nightly", model: "scheduled", files: { "bot.mjs": "" }, entrypoints: { bot: "bot.mjs" } },
  });
  const bot = await world.addBot({
    ...{ custom_bot: "nightly", model: "scheduled", schedule: "0 0 1 1 *" },
    config: { list: [{ secret: "kraken-key" }] },
  });
  await world.status(bot.bot_id, "idle");
  const run = async () => {
    const { id } = await world.engine.runNow(await world.bot(bot.bot_id));
    return world.run(id, ({ status }) => status !== "queued");
  };
  expect(await run()).toMatchObject({
    status: "error",
    detail: expect.stringContaining('There is no secret "kraken-key".'),
  });
  await set("kraken-key", "first-value");
  await run();
  expect(configs(bot.bot_id, "run")).toEqual([{ list: ["first-value"] }]);
});
