import type { Bot } from "@botyard/server/building-blocks";
import type { Behavior } from "../public/scenario.ts";

/** How bots behave, as the scenario says: a bot's own behaviour before that of its custom bot. */
export class Behaviors {
  readonly #ofBots = new Map<string, Behavior>();
  readonly #ofCustomBots = new Map<string, Behavior>();

  setBot(botId: string, behavior: Behavior): void {
    this.#ofBots.set(botId, behavior);
  }

  setCustomBot(ownerId: string, name: string, behavior: Behavior): void {
    this.#ofCustomBots.set(`${ownerId} ${name}`, behavior);
  }

  of({ bot_id, owner_id, custom_bot }: Bot): Behavior {
    const own = this.#ofBots.get(bot_id) ?? {};
    const shared = this.#ofCustomBots.get(`${owner_id} ${custom_bot}`) ?? {};
    const [start, run] = [own.start ?? shared.start, own.run ?? shared.run];
    const usage = own.usage ?? shared.usage;
    return {
      answers: { ...shared.answers, ...own.answers },
      ...(start && { start }),
      ...(run && { run }),
      ...(usage && { usage }),
    };
  }
}
