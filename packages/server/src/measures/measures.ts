import { statfsSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { reasons } from "@botyard/border";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Bus } from "../bus.ts";
import type { NetworkUse } from "../networks/index.ts";
import { botStatuses, runStatuses } from "../operations/documents/bot.ts";
import { type Capacity, commitmentsOf } from "../settings/commitments.ts";
import type { Settings } from "../settings/settings.ts";
import type { ServiceStore } from "../store/index.ts";

/** Statuses with which a run ends. */
const outcomes = runStatuses.filter((status) => status !== "queued" && status !== "running");

const querySeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const eventLoopMs = 10;

/** What `/metrics` shows. Counters begin at 0 with each start of the platform, except that of runs. */
export class Measures {
  readonly #registry = new Registry();
  readonly #store: ServiceStore;
  readonly #settings: Settings;
  readonly #queries: Histogram<"outcome">;
  readonly #resources: Gauge<"resource" | "kind">;
  readonly #runs: Counter<"status">;
  readonly #bots: Gauge<"status">;
  readonly #openConnections: Gauge;
  readonly #connections: Counter;
  readonly #refused: Counter<"reason">;
  readonly #networkBytes: Counter<"direction">;
  readonly #disk: Gauge<"kind">;
  readonly #database: Gauge;
  readonly #low: Gauge;
  readonly #cuts: Gauge;
  readonly #healthy: Gauge<"part">;
  readonly #delay: Gauge<"quantile">;
  readonly #cpu: Counter<"mode">;
  readonly #memory: Gauge;
  readonly #eventLoop: ReturnType<typeof monitorEventLoopDelay>;

  constructor(store: ServiceStore, bus: Bus, settings: Settings, version: string) {
    this.#store = store;
    this.#settings = settings;
    const registers = [this.#registry];
    const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name: `botyard_${name}`, help, labelNames, registers });
    const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name: `botyard_${name}`, help, labelNames, registers });

    gauge("info", "Version of the platform.", ["version"]).set({ version }, 1);
    this.#bots = gauge("bots", "Bots of all users by status.", ["status"]);
    this.#resources = gauge(
      "resources",
      "Bytes or cores that bots that should run may use together, and that there are.",
      ["resource", "kind"],
    );
    this.#runs = counter("runs_total", "Ended runs by status, since the data folder was created.", [
      "status",
    ]);
    const lines = counter("log_lines_total", "Log lines that were stored.");
    const metrics = counter("metrics_total", "Metrics of bots that were stored.");
    const dropped = counter("dropped_total", "Log lines and metrics that were dropped.", ["kind"]);
    for (const kind of ["lines", "metrics"]) dropped.inc({ kind }, 0);
    bus.watch((events) => {
      for (const event of events) {
        if (event.channel === "metrics") metrics.inc();
        if (event.channel !== "logs") continue;
        lines.inc();
        const { dropped_before, dropped_metrics } = event.record;
        if (dropped_before !== undefined) dropped.inc({ kind: "lines" }, dropped_before);
        if (dropped_metrics !== undefined) dropped.inc({ kind: "metrics" }, dropped_metrics);
      }
    });
    this.#queries = new Histogram({
      name: "botyard_query_seconds",
      help: "Duration of queries of bots by outcome.",
      labelNames: ["outcome"],
      buckets: querySeconds,
      registers,
    });
    this.#openConnections = gauge("network_open_connections", "Connections of bots that are open now.");
    this.#connections = counter("network_connections_total", "Connections that bots have made.");
    this.#refused = counter("network_refused_total", "Connections and names that bots were refused.", [
      "reason",
    ]);
    this.#networkBytes = counter("network_bytes_total", "Bytes of connections of bots.", ["direction"]);
    this.#cuts = gauge("network_cuts", "Cuts of the network of bots that are in force.");
    this.#healthy = gauge("healthy", "1 if this part of the platform works, 0 if it fails.", ["part"]);
    this.#disk = gauge("disk_bytes", "Size and free space of the data folder's disk.", ["kind"]);
    this.#database = gauge("database_bytes", "Size of the database and its log.");
    this.#low = gauge("disk_low", "1 while the disk is so full that new data are refused.");
    this.#delay = gauge(
      "event_loop_delay_seconds",
      "Delay of the platform's event loop since the previous scrape.",
      ["quantile"],
    );
    this.#cpu = counter("cpu_seconds_total", "Processor time of the platform, without its bots.", ["mode"]);
    this.#memory = gauge("memory_bytes", "Resident memory of the platform, without its bots.");
    this.#eventLoop = monitorEventLoopDelay({ resolution: eventLoopMs });
    this.#eventLoop.enable();
  }

  /** Counts a query. */
  queried(outcome: string, seconds: number): void {
    this.#queries.observe({ outcome }, seconds);
  }

  /** Returns the current values in the text format of Prometheus. */
  async text(
    { isLow }: { readonly isLow: boolean },
    health: readonly { name: string; status: "ok" | "failing" }[],
    engine: { networkUse(): NetworkUse; capacity(): Promise<Capacity> },
  ): Promise<string> {
    await this.#countRows();
    this.#database.set(await this.#store.databaseBytes());
    await this.#measureResources(await engine.capacity());
    this.#measureDisk(isLow);
    for (const { name: part, status } of health) this.#healthy.set({ part }, status === "ok" ? 1 : 0);
    this.#measureNetworks(engine.networkUse());
    this.#measureProcess();
    return this.#registry.metrics();
  }

  close(): void {
    this.#eventLoop.disable();
  }

  async #countRows(): Promise<void> {
    const [bots, runs] = [await this.#store.botTotals(), await this.#store.runTotals()];
    const of = <Status>(rows: { status: Status; count: number }[], status: Status) =>
      rows.find((row) => row.status === status)?.count ?? 0;
    for (const status of botStatuses) this.#bots.set({ status }, of(bots, status));
    this.#runs.reset();
    for (const status of outcomes) this.#runs.inc({ status }, of(runs, status));
  }

  async #measureResources(capacity: Capacity): Promise<void> {
    const found = commitmentsOf(await this.#store.askedResources(), this.#settings, capacity);
    for (const { name: resource, committed, available } of found) {
      this.#resources.set({ resource, kind: "committed" }, committed);
      this.#resources.set({ resource, kind: "available" }, available);
    }
  }

  #measureDisk(isLow: boolean): void {
    const { bsize, blocks, bavail } = statfsSync(this.#settings.dataDir);
    this.#disk.set({ kind: "size" }, bsize * blocks);
    this.#disk.set({ kind: "free" }, bsize * bavail);
    this.#low.set(isLow ? 1 : 0);
  }

  #measureNetworks({ open, made, sentBytes, receivedBytes, refused, cuts }: NetworkUse): void {
    this.#openConnections.set(open);
    this.#cuts.set(cuts);
    for (const one of [this.#connections, this.#refused, this.#networkBytes]) one.reset();
    this.#connections.inc(made);
    this.#networkBytes.inc({ direction: "sent" }, sentBytes);
    this.#networkBytes.inc({ direction: "received" }, receivedBytes);
    for (const reason of Object.keys(reasons)) this.#refused.inc({ reason }, refused.get(reason) ?? 0);
  }

  #measureProcess(): void {
    const { user, system } = process.cpuUsage();
    this.#cpu.reset();
    this.#cpu.inc({ mode: "user" }, user / 1e6);
    this.#cpu.inc({ mode: "system" }, system / 1e6);
    this.#memory.set(process.memoryUsage.rss());
    // The histogram's values include the interval between two measurements.
    const delay = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - eventLoopMs / 1e3) || 0;
    this.#delay.set({ quantile: "0.5" }, delay(this.#eventLoop.percentile(50)));
    this.#delay.set({ quantile: "0.99" }, delay(this.#eventLoop.percentile(99)));
    this.#delay.set({ quantile: "1" }, delay(this.#eventLoop.max));
    this.#eventLoop.reset();
  }
}
