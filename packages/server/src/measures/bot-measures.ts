import { setImmediate } from "node:timers/promises";
import { Counter, Gauge, Registry, type RegistryContentType } from "prom-client";
import { showsMetrics, type WatchedBot } from "../selection/watched-bot.ts";
import type { Settings } from "../settings/settings.ts";
import { seriesOf } from "./bot-series.ts";

/** Returns what is counted of the process of a bot; `undefined` if it has none. */
export type CountersOf = (
  botId: string,
) => { unreadBytes: number; memoryBytes?: number; cpuSeconds?: number } | undefined;

export type Format = "text" | "openmetrics";
const contentTypes: Record<Format, RegistryContentType> = {
  text: Registry.PROMETHEUS_CONTENT_TYPE,
  openmetrics: Registry.OPENMETRICS_CONTENT_TYPE,
};

/** Series that are written without a pause for other work. */
const seriesAtOnce = 500;

const labelsOfAll = [
  ...([
    "user",
    "bot",
    "bot_id",
    "custom_bot",
    "status",
    "reason",
    "kind",
    "type",
    "symbol",
    "field",
  ] as const),
];
type Label = (typeof labelsOfAll)[number];
type Labels = Partial<Record<Label, string>>;

/** The metrics of bots for one answer. A bot without a value has no series of it. */
const own = {
  up: "1 while the bot runs, or waits for its next tick.",
  should_run: "1 if the bot should run: it was not stopped.",
  status: "1; the labels are the status and its reason.",
  status_timestamp_seconds: "When the status changed.",
  restarts_total: "Restarts of a realtime bot by the platform.",
  dropped_total: "Log lines and metrics of the bot that were dropped.",
  unread_bytes: "Output that the platform has not read yet.",
  memory_bytes: "Memory of the bot, as the kernel counts it in its cgroup.",
  cpu_seconds_total: "Processor time of the bot, as the kernel counts it in its cgroup.",
  last_run_status: "1; the label is the status of the last run that has ended.",
  last_run_timestamp_seconds: "When the last run ended.",
  last_run_duration_seconds: "How long the last run took.",
  last_success_timestamp_seconds: "When the last successful run ended.",
  metric_timestamp_seconds: "The moment of the latest metric of a type.",
  metrics_dropped: "Series of the bot's own metrics that are left out here.",
} as const;
type Own = keyof typeof own;

const ownName = (name: Own) => `botyard_bot_${name}`;
const isCounter = (name: string) => reserved.has(name) && name.endsWith("_total");
/** In OpenMetrics, a counter has the name without the end. */
const counterName = (name: string) => name.replace(/_total$/, "");
const reserved: ReadonlySet<string> = new Set(
  Object.keys(own).flatMap((name) => [ownName(name as Own), counterName(ownName(name as Own))]),
);

/** Collects what `/metrics/bots` answers. */
export class BotMeasures {
  readonly #registry = new Registry<RegistryContentType>();
  readonly #counters: CountersOf;
  readonly #families = new Map<string, Gauge<Label> | Counter<Label>>();
  #seriesLeft: number;

  constructor({ metricSeries }: Pick<Settings, "metricSeries">, counters: CountersOf, format: Format) {
    this.#counters = counters;
    this.#seriesLeft = metricSeries;
    this.#registry.setContentType(contentTypes[format]);
    // In a fixed order, and first.
    for (const [name, help] of Object.entries(own)) this.#family(ownName(name as Own), help);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** @param user name of the owner, if it is shown */
  add(bot: WatchedBot, user?: string): void {
    const { bot_id, name, custom_bot, status, reason, dropped } = bot;
    const labels: Labels = { ...(user !== undefined && { user }), bot: name, bot_id, custom_bot };
    const set = (name: Own, value: number | undefined, more: Labels = {}) => {
      if (value !== undefined) this.#set(ownName(name), { ...labels, ...more }, value);
    };
    set("up", showsMetrics(bot) ? 1 : 0);
    set("should_run", bot.desired === "running" ? 1 : 0);
    set("status", 1, { status, reason: reason ?? "" });
    set("status_timestamp_seconds", secondsOf(bot.status_since));
    if (bot.model === "realtime") set("restarts_total", bot.restarts);
    set("dropped_total", dropped.log_lines, { kind: "lines" });
    set("dropped_total", dropped.metrics, { kind: "metrics" });
    const counted = this.#counters(bot_id);
    set("unread_bytes", counted?.unreadBytes);
    set("memory_bytes", counted?.memoryBytes);
    set("cpu_seconds_total", counted?.cpuSeconds);
    if (bot.last_run) {
      const { status, started_at, finished_at } = bot.last_run;
      const [from, to] = [secondsOf(started_at), secondsOf(finished_at)];
      set("last_run_status", 1, { status });
      set("last_run_timestamp_seconds", to);
      if (from !== undefined && to !== undefined) set("last_run_duration_seconds", to - from);
    }
    set("last_success_timestamp_seconds", secondsOf(bot.last_success_at));
    set("metrics_dropped", bot.left_out + this.#addMetrics(bot, labels));
  }

  /** Returns how many series were left out, because the answer has too many already. */
  #addMetrics({ metrics }: WatchedBot, labels: Labels): number {
    let leftOut = 0;
    const add = (name: string, more: Labels, value: number, help?: string) => {
      if (this.#seriesLeft <= 0) leftOut++;
      else {
        this.#seriesLeft--;
        if (help !== undefined) this.#family(name, help);
        this.#set(name, { ...labels, ...more }, value);
      }
    };
    for (const { type, symbol, time } of metrics)
      add(
        ownName("metric_timestamp_seconds"),
        { type, ...(symbol !== null && { symbol }) },
        Date.parse(time) / 1000,
      );
    for (const { name, help, labels: more, value } of seriesOf(metrics, reserved))
      add(name, more, value, help);
    return leftOut;
  }

  /** Writes the answer, with pauses for other work. */
  async text(): Promise<string> {
    const parts: string[] = [];
    let written = 0;
    for (const family of this.#families.values()) {
      const { name, values } = await family.get();
      if (values.length === 0) continue;
      parts.push(await this.#registry.getSingleMetricAsString(name), "\n");
      written += values.length;
      if (written < seriesAtOnce) continue;
      written = 0;
      await setImmediate();
    }
    return `${parts.join("")}${this.contentType === Registry.OPENMETRICS_CONTENT_TYPE ? "# EOF\n" : ""}`;
  }

  #set(name: string, labels: Labels, value: number): void {
    const family = this.#families.get(name)!;
    if (family instanceof Counter) family.inc(labels, value);
    else family.set(labels, value);
  }

  #family(name: string, help: string): void {
    if (this.#families.has(name)) return;
    const common = { help, labelNames: labelsOfAll, registers: [this.#registry] };
    const isBare = isCounter(name) && this.#registry.contentType === Registry.OPENMETRICS_CONTENT_TYPE;
    const family = isCounter(name)
      ? new Counter({ ...common, name: isBare ? counterName(name) : name })
      : new Gauge({ ...common, name });
    this.#families.set(name, family);
  }
}

const secondsOf = (time: string | null) => (time === null ? undefined : Date.parse(time) / 1000);
