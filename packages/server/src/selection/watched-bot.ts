import type { BotStatus, Desired, Dropped, Model, RunStatus, StatusReason } from "../model/model.ts";
import { type NumericField, numericFields } from "./metric-fields.ts";
import { symbolOf } from "./overview.ts";

/** What operators watch of a bot. */
export interface WatchedBot {
  bot_id: string;
  owner_id: string;
  name: string;
  custom_bot: string;
  model: Model;
  desired: Desired;
  status: BotStatus;
  reason: StatusReason | null;
  restarts: number;
  status_since: string | null;
  dropped: Omit<Dropped, "last_at">;
  /** The last run that has ended. */
  last_run: { status: RunStatus; started_at: string | null; finished_at: string | null } | undefined;
  last_success_at: string | null;
  /** Empty while the bot does not run. */
  metrics: readonly WatchedMetric[];
  /** Series of metrics that were left out; all types beyond the most count as one. */
  left_out: number;
}

/** The latest metric of a type, or of a symbol of a type. */
export interface WatchedMetric {
  type: string;
  symbol: string | null;
  time: string;
  fields: readonly NumericField[];
}

/** Metrics with more data than this are left out. */
export const mostWatchedBytes = 8_192;
/** The last metrics of a type in which its symbols are looked for. */
export const symbolsIn = 32;
/** A longer symbol is no symbol. */
const symbolLength = 100;

/**
 * Whether the metrics of a bot are current. When it ends, so must they, or Prometheus would show their last values as if
 * the bot still said them.
 */
export const showsMetrics = ({ status }: Pick<WatchedBot, "status">): boolean =>
  status === "running" || status === "idle";

/** Collects the latest metrics of a bot, up to a number of series: one for each field, and one for the time. */
export class WatchedMetrics {
  readonly metrics: WatchedMetric[] = [];
  leftOut = 0;
  readonly #most: number;
  #series = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a metric with these data is one of several of its type that are shown. */
  static hasSymbol(text: string | null): boolean {
    return text !== null && shortSymbol(JSON.parse(text)) !== null;
  }

  /** Adds metrics of one type, the latest first: the first of each symbol, or the first. */
  add(rows: readonly { type: string; time: string; data: string | null }[]): void {
    const symbols = new Set<string | null>();
    for (const { type, time, data: text } of rows) {
      const data = text === null ? {} : (JSON.parse(text) as Record<string, unknown>);
      const symbol = shortSymbol(data);
      if (symbols.has(symbol) || (symbol === null && symbols.size > 0)) continue;
      symbols.add(symbol);
      if (text === null) this.leftOut++;
      else this.#keep({ type, symbol, time, fields: numericFields(data) });
    }
  }

  #keep(metric: WatchedMetric): void {
    const room = Math.max(0, this.#most - this.#series - 1);
    const fields = metric.fields.slice(0, room);
    this.leftOut += metric.fields.length - fields.length;
    if (this.#series >= this.#most) this.leftOut++;
    else {
      this.metrics.push({ ...metric, fields });
      this.#series += fields.length + 1;
    }
  }
}

function shortSymbol(data: Record<string, unknown>): string | null {
  const symbol = symbolOf(data);
  return symbol !== null && symbol.length <= symbolLength ? symbol : null;
}
