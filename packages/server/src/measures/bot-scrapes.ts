import { setImmediate } from "node:timers/promises";
import { InTurn } from "../concurrency/in-turn.ts";
import type { WatchedBot } from "../selection/watched-bot.ts";
import type { Settings } from "../settings/settings.ts";
import type { WatchStore } from "../store/index.ts";
import { BotMeasures, type CountersOf, type Format } from "./bot-measures.ts";

/** Bots whose series are made without a pause for other work. */
const botsAtOnce = 10;

export interface Scrape {
  /** Whose bots (default: those of all users). */
  ownerId: string | undefined;
  /** Returns the name of an owner, if owners are shown. */
  nameOf?: (id: string) => Promise<string>;
  format: Format;
  gone: AbortSignal;
}

/** Answers `/metrics/bots`, one request after the other: each answer holds all of its series. */
export class BotScrapes {
  readonly #store: WatchStore;
  readonly #engine: { counters: CountersOf };
  readonly #settings: Settings;
  readonly #turns = new InTurn();

  constructor(store: WatchStore, engine: { counters: CountersOf }, settings: Settings) {
    this.#store = store;
    this.#engine = engine;
    this.#settings = settings;
  }

  take(scrape: Scrape): Promise<{ type: string; text: string }> {
    return this.#turns.take("", () => this.#take(scrape));
  }

  async #take({ ownerId, nameOf, format, gone }: Scrape): Promise<{ type: string; text: string }> {
    const measures = new BotMeasures(this.#settings, (id) => this.#engine.counters(id), format);
    const bots: WatchedBot[] = [];
    // Nobody reads the answer to a scrape that has timed out.
    if (!gone.aborted)
      await this.#store.watchBots(ownerId, this.#settings.metricSeriesPerBot, (bot) => bots.push(bot));
    for (const [n, bot] of bots.entries()) {
      if (n % botsAtOnce === 0) await setImmediate();
      measures.add(bot, await nameOf?.(bot.owner_id));
    }
    return { type: measures.contentType, text: await measures.text() };
  }
}
