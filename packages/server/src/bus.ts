import type { BotEvent } from "./model/model.ts";

type Listener = (events: readonly BotEvent[]) => void;

/** Delivers the events of a bot to its listeners; events are published after the transaction that stored them. */
export class Bus {
  readonly #listeners = new Map<string, Set<Listener>>();

  readonly #watchers = new Set<Listener>();

  /** Has the listener told the events of all bots. */
  watch(listener: Listener): void {
    this.#watchers.add(listener);
  }

  subscribe(botId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(botId) ?? new Set();
    this.#listeners.set(botId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(botId) === listeners) this.#listeners.delete(botId);
    };
  }

  /** Publishes events, which must all belong to the same bot. */
  publish(events: readonly BotEvent[]): void {
    const first = events[0];
    if (!first) return;
    for (const watcher of this.#watchers) watcher(events);
    for (const listener of this.#listeners.get(first.bot_id) ?? []) listener(events);
  }
}
