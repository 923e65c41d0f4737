import { until } from "../drive/platform.ts";
import type { Demo } from "./demo.ts";

/** What the bots of the demo must have emitted before somebody looks. */
export interface Enough {
  /** Prices of the bot whose metrics are shown. */
  prices: number;
  /** Its signals. */
  signals: number;
  /** Values in the trend of every bot. */
  samples: number;
}

export interface History {
  /** The bot whose metrics are shown. */
  botId: string;
  /** Ends what the bots do for the pictures. */
  stop(): Promise<void>;
}

interface BotRow {
  bot_id: string;
  type: string;
  config: Record<string, unknown>;
}
interface Overviews {
  overviews: { bot_id: string; sparkline: { points: unknown[] } | null }[];
}

/**
 * Lets the bots of the demo look at the prices as often as they can, until they have emitted enough. The scheduled one goes on
 * until `stop`, so that its charts end with the present.
 */
export async function makeHistory({ call }: Demo, enough: Enough): Promise<History> {
  const { items } = await call<{ items: BotRow[] }>("GET", "/bots");
  const botOf = (type: string) => items.find((bot) => bot.type === type)!;
  const [scheduled, realtime, spread] = [
    botOf("scheduled/crossover-node"),
    botOf("realtime/crossover-python"),
    botOf("realtime/spread-monitor"),
  ].map(({ bot_id }) => `/bots/${bot_id}`) as [string, string, string];
  await call("PATCH", spread, { config: { ...botOf("realtime/spread-monitor").config, interval_ms: 1000 } });

  const count = async (bot: string, type: string) =>
    (await call<{ total: number }>("GET", `${bot}/metrics?type=${type}&max_points=1`)).total;
  const isEnough = async () => {
    const { overviews } = await call<Overviews>("GET", "/bots/overview");
    return (
      overviews.every(({ sparkline }) => (sparkline?.points.length ?? 0) >= enough.samples) &&
      (await count(scheduled, "price")) >= enough.prices &&
      (await count(scheduled, "signal")) >= enough.signals
    );
  };

  let enoughReached = false;
  let stopped = false;
  async function runAgain(): Promise<void> {
    while (!stopped) {
      const { id } = await call<{ id: string }>("POST", `${scheduled}/run`);
      await call("GET", `/runs/${id}/wait?timeout=30`);
    }
  }
  /** It looks when it starts, and then only every 30 s. */
  async function restartAgain(): Promise<void> {
    while (!enoughReached && !stopped) {
      const had = await count(realtime, "price");
      await call("POST", `${realtime}/restart`);
      await until(async () => stopped || (await count(realtime, "price")) > had);
    }
  }
  const runs = runAgain();
  const stop = async () => {
    stopped = true;
    await runs;
  };
  try {
    const waiting = until(async () => {
      enoughReached = await isEnough();
      return enoughReached || stopped;
    });
    await Promise.race([runs, Promise.all([waiting, restartAgain()])]);
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  return { botId: botOf("scheduled/crossover-node").bot_id, stop };
}
