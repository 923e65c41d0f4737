import { paths } from "../../paths.js";

export const tabs = ["metrics", "logs", "runs", "queries", "config", "state", "events"];

/** Every address of the dashboard, with each tab of the bot; `bot` also names its custom bot. */
export const addressesOf = (bot: string, customBot: string): string[] =>
  [...paths].flatMap((path) =>
    path.includes(":tab")
      ? tabs.map((tab) => `/bots/${bot}/${tab}`)
      : [path.replace(":bot_id", bot).replace(":name", customBot)],
  );
