import type { Records } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";
import { botRecords } from "./bots.ts";
import { customBotRecords } from "./custom-bots.ts";
import { eventRecords } from "./events.ts";
import { keyRecords } from "./keys.ts";
import { logRecords } from "./logs.ts";
import { metricRecords } from "./metrics.ts";
import { overviewRecords } from "./overviews.ts";
import { quotaRecords } from "./quotas.ts";
import { requestRecords } from "./requests.ts";
import { runRecords } from "./runs.ts";
import { signInRecords } from "./sign-ins.ts";
import { totalRecords } from "./totals.ts";
import { userRecords } from "./users.ts";

/** The verbs of the store over data in memory. */
export const recordsIn = (memory: Memory): Records => ({
  ...botRecords(memory),
  ...customBotRecords(memory),
  ...keyRecords(memory),
  ...userRecords(memory),
  ...signInRecords(memory),
  ...runRecords(memory),
  ...totalRecords(memory),
  ...quotaRecords(memory),
  ...logRecords(memory),
  ...metricRecords(memory),
  ...overviewRecords(memory),
  ...eventRecords(memory),
  ...requestRecords(memory),
});
