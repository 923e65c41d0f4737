import { readRange } from "../../lib/time-range.ts";
import { search } from "../../lib/url.ts";
import { hasTimeFromStart } from "../../platform/client.ts";
import { loadMetrics } from "./api/load-metrics.ts";

/** Asks for the metrics of the time in the address. The time of the platform is known at the latest with the session. */
export const beginMetrics = (botId: string, session: Promise<unknown>): Promise<unknown> =>
  loadMetrics(botId, readRange(search.value).range, hasTimeFromStart ? {} : { after: session });
