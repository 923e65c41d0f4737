import { errors, systemClock } from "@botyard/server/building-blocks";
import { SettableClock } from "./clock.ts";
import { control } from "./control.ts";
import { Failures } from "./failures.ts";
import { Handler } from "./http/handler.ts";
import { type Listener, listen } from "./http/listen.ts";
import type { Incoming, Outgoing } from "./http/message.ts";
import { incomingOf, responseOf } from "./http/web.ts";
import { Journal } from "./journal.ts";
import { readMoment } from "./moment.ts";
import type { MockPlatform } from "./public/platform.ts";
import type { Scenario } from "./public/scenario.ts";
import { applyScenario } from "./scenario/apply.ts";
import { checkFixture, checkScenario } from "./scenario/check.ts";
import { failure as failureSchema, logs as logsSchema, metrics as metricsSchema } from "./scenario/schema.ts";
import { openStreams, type Streams } from "./stream/upgrade.ts";
import { createWorld, type World } from "./world.ts";

/** Address of a platform that was not configured otherwise. */
const defaultUrl = "http://127.0.0.1:7070";

export async function openPlatform(first: Scenario): Promise<MockPlatform> {
  let world: World;
  let keys = new Map<string, string[]>();
  let url = defaultUrl;
  let listener: Listener | undefined;
  let streams: Streams | undefined;
  const fill = async (scenario: Scenario) => {
    checkScenario(scenario);
    const clock = new SettableClock(
      scenario.now === undefined ? undefined : new Date(readMoment(systemClock, scenario.now)),
    );
    const made = createWorld(clock, scenario.obstacle);
    keys = await applyScenario(made, scenario);
    world = made;
    failures.set(scenario.failures ?? []);
  };
  const clock: MockPlatform["clock"] = {
    now: () => world.clock.now(),
    set: (time) => world.clock.set(time),
    advance: (milliseconds) => world.clock.advance(milliseconds),
  };
  const journal = new Journal(clock);
  const failures = new Failures(() => world);
  await fill(first);
  const handler = new Handler({ world: () => world, journal, failures });
  const answer = async (incoming: Incoming): Promise<Outgoing> =>
    (await control(platform, incoming)) ?? handler.answer(incoming);

  const botOf = (bot: string) => {
    const found = [...world.memory.bots.values()].find(({ bot_id, name }) => bot_id === bot || name === bot);
    if (!found) throw new TypeError(`There is no bot "${bot}".`);
    return found;
  };

  const platform: MockPlatform = {
    get url() {
      return url;
    },
    get apiUrl() {
      return `${url}/api/v1`;
    },
    get key() {
      return [...keys.values()][0]![0]!;
    },
    clock,
    get requests() {
      return journal.requests;
    },
    clearRequests: () => journal.clear(),
    requested: (operation) => journal.requested(operation),
    keyOf: (user) => platform.keysOf(user)[0]!,
    keysOf(user) {
      const found = keys.get(user);
      if (!found) throw new TypeError(`The scenario has no user "${user}".`);
      return found;
    },
    async fetch(request, init) {
      const answered = await answer(incomingOf(new Request(request, init)));
      if (answered === "cut") throw new TypeError("fetch failed", { cause: errors.request_timeout });
      return responseOf(answered);
    },
    async listen(options = {}) {
      if (listener) throw new Error(`The mock platform already listens on ${url}.`);
      listener = await listen(answer, options);
      streams = openStreams(listener.server, {
        world: () => world,
        admit: (incoming) => handler.admit(incoming),
        subscribed: (caller, message) => handler.note(caller, message),
      });
      url = listener.url;
      return url;
    },
    fail(failure) {
      checkFixture(failureSchema, failure);
      return failures.add(failure);
    },
    clearFailures: () => failures.set([]),
    addLogs(bot, lines) {
      checkFixture(logsSchema, lines);
      world.writer.logs(botOf(bot).bot_id, lines);
    },
    addMetrics(bot, metrics) {
      checkFixture(metricsSchema, metrics);
      world.writer.metrics(botOf(bot).bot_id, metrics);
    },
    expire: (bot, channel, upTo) => world.writer.expire(botOf(bot).bot_id, channel, upTo),
    cutStreams: () => streams?.cut() ?? 0,
    setStatus: (bot, status, more = {}) => world.writer.status(botOf(bot).bot_id, { status, ...more }),
    async finishRun(runId, outcome = {}) {
      await world.engine.settled();
      if (!world.engine.runs.end(runId, outcome))
        throw new TypeError(`There is no run "${runId}" that has not ended.`);
    },
    async reset(scenario = first) {
      const old = world;
      await fill(scenario);
      journal.clear();
      await old.close();
    },
    settled: () => world.engine.settled(),
    async close() {
      streams?.cut();
      await Promise.all([world.close(), listener?.close()]);
      listener = undefined;
    },
  };
  return platform;
}
