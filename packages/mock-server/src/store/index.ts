import type { ServiceStore } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";
import { botVerbs } from "./bots.ts";
import { customBotVerbs } from "./custom-bots.ts";
import { eventVerbs } from "./events.ts";
import { keyVerbs } from "./keys.ts";
import { logVerbs } from "./logs.ts";
import { metricVerbs } from "./metrics.ts";
import { networkVerbs } from "./networks.ts";
import { overviewVerbs } from "./overviews.ts";
import { packageFileVerbs } from "./package-files.ts";
import { quotaVerbs } from "./quotas.ts";
import { requestVerbs } from "./requests.ts";
import { runVerbs } from "./runs.ts";
import { secretVerbs } from "./secrets.ts";
import { signInVerbs } from "./sign-ins.ts";
import { totalVerbs } from "./totals.ts";
import { userVerbs } from "./users.ts";

/** The verbs of the store over data in memory. */
export const storeIn = (memory: Memory): ServiceStore => ({
  ...botVerbs(memory),
  ...customBotVerbs(memory),
  ...packageFileVerbs(memory),
  ...keyVerbs(memory),
  ...userVerbs(memory),
  ...signInVerbs(memory),
  ...runVerbs(memory),
  ...totalVerbs(memory),
  ...quotaVerbs(memory),
  ...logVerbs(memory),
  ...metricVerbs(memory),
  ...overviewVerbs(memory),
  ...networkVerbs(memory),
  ...secretVerbs(memory),
  ...eventVerbs(memory),
  ...requestVerbs(memory),
});
