import { auth } from "./auth.ts";
import { bots } from "./bots.ts";
import { customBots } from "./custom-bots.ts";
import { devices } from "./devices.ts";
import { events } from "./events.ts";
import { keys } from "./keys.ts";
import { logs } from "./logs.ts";
import { metrics } from "./metrics.ts";
import { networks } from "./networks.ts";
import { overviews } from "./overviews.ts";
import { queries } from "./queries.ts";
import { revisions } from "./revisions.ts";
import { runs } from "./runs.ts";
import { secrets } from "./secrets.ts";
import { state } from "./state.ts";
import { system } from "./system.ts";
import { usage } from "./usage.ts";
import { users } from "./users.ts";

/** Everything that a person, a program or an assistant can do with the platform. Every door is a map over this table. */
export const operations = {
  ...auth,
  ...keys,
  ...users,
  ...devices,
  ...customBots,
  ...bots,
  ...overviews,
  ...networks,
  ...usage,
  ...revisions,
  ...runs,
  ...logs,
  ...metrics,
  ...state,
  ...secrets,
  ...events,
  ...queries,
  ...system,
};
