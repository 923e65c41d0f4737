import type { BotFixture, LogFixture, Scenario } from "../../mock-server/src/index.ts";
import { mocked } from "./mocked.ts";

/** A platform with three bots; the first has printed these lines. */
export const threeBots = (logs: LogFixture[] = [], more: Scenario = {}, bot: Partial<BotFixture> = {}) =>
  mocked({
    bots: [
      { name: "alpha", bot_id: "bot_abc1", type: "realtime/x", answers: {}, logs, ...bot },
      { name: "beta", bot_id: "bot_abc2", type: "realtime/x" },
      { name: "gamma", bot_id: "bot_xyz3", type: "realtime/x" },
    ],
    ...more,
  });
