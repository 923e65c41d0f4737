import type { WatchedBot } from "../selection/watched-bot.ts";

/** What is read for those who watch the platform from outside. */
export interface WatchStore {
  /**
   * Reads what operators watch of each bot of a user, or of all users, in the order of their creation. What it costs does
   * not depend on their history.
   *
   * @param most series of the metrics of one bot
   */
  watchBots(ownerId: string | undefined, most: number, visit: (bot: WatchedBot) => void): Promise<void>;
}
