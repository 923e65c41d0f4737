import { ApiError } from "@botyard/client";
import type { Context } from "../context.ts";

/** The longest pause that is waited for, in seconds: the platform counts requests by the minute. */
const longestPause = 60;

/** Sends a request; again, after a pause, if the platform says that there were too many. */
export async function patiently<Answer>(context: Context, ask: () => Promise<Answer>): Promise<Answer> {
  while (true) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      const seconds = error.retryAfterSeconds ?? 1;
      if (seconds > longestPause || context.signal.aborted) throw error;
      await context.clock.sleep(seconds * 1000, context.signal);
    }
  }
}
