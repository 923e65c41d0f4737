import type { Bus } from "../../../bus.ts";
import type { BotEvent } from "../../../model/model.ts";
import { pageBytes } from "../../../selection/page.ts";
import type { ServiceStore } from "../../../store/index.ts";
import { Feed, type Source } from "./feed.ts";
import { framesOf, piecesOf } from "./frames.ts";
import type { Channel, Subscribe } from "./messages.ts";
import type { Outbox } from "./outbox.ts";

type Item = BotEvent["record"];

/** One subscription of a client. */
export class Subscription {
  readonly #wanted: Subscribe;
  readonly #bus: Bus;
  readonly #outbox: Outbox;
  readonly #feeds: Map<Channel, Feed<Item>>;
  readonly #failed: (error: unknown) => void;
  #unsubscribe = () => {};

  constructor(
    store: ServiceStore,
    bus: Bus,
    outbox: Outbox,
    wanted: Subscribe,
    failed: (error: unknown) => void,
  ) {
    this.#wanted = wanted;
    this.#bus = bus;
    this.#outbox = outbox;
    this.#failed = failed;
    this.#feeds = new Map(
      [...new Set(wanted.channels)].map((channel) => [
        channel,
        new Feed(sourceOf(store, wanted.bot_id, channel), outbox, {
          events: (items) => outbox.write(framesOf(items, channel, wanted.id)),
          gap: (from, to) => outbox.send({ op: "gap", id: wanted.id, channel, from, to }),
        }),
      ]),
    );
  }

  async start(): Promise<void> {
    const { id, bot_id, after } = this.#wanted;
    const places: Partial<Record<Channel, number>> = {};
    for (const [channel, feed] of this.#feeds) places[channel] = await feed.place(after?.[channel]);
    this.#outbox.send({ op: "subscribed", id, after: places });
    this.#unsubscribe = this.#bus.subscribe(bot_id, (events) => this.#tell(events));
    for (const feed of this.#feeds.values()) void feed.start().catch(this.#failed);
  }

  end(): void {
    this.#unsubscribe();
    for (const feed of this.#feeds.values()) feed.end();
  }

  /** Never throws, because the bus calls its other subscribers after this one. */
  #tell(events: readonly BotEvent[]): void {
    try {
      for (const [channel, feed] of this.#feeds) {
        const pieces = piecesOf(events, channel);
        for (const piece of pieces) feed.tell(piece);
        if (pieces.length > 0 && feed.behind) void feed.start().catch(this.#failed);
      }
    } catch (error) {
      this.#failed(error);
    }
  }
}

function sourceOf(store: ServiceStore, botId: string, channel: Channel): Source<Item> {
  const last = async () => (await store.lastSeqs(botId))[channel];
  switch (channel) {
    case "logs":
      return { last, after: (after, limit) => logsAfter(store, botId, after, limit) };
    case "metrics":
      return {
        last,
        after: (after, limit) => store.metricsAfter(botId, after, { limit, bytes: pageBytes }),
      };
    case "status":
      return { last, after: (after, limit) => store.statusEventsAfter(botId, after, limit) };
  }
}

async function logsAfter(store: ServiceStore, botId: string, after: number, limit: number): Promise<Item[]> {
  return (await store.listLogs(botId, { after, limit, bytes: pageBytes })).items;
}
