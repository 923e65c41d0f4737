import { isDeepStrictEqual } from "node:util";
import { type Counted, type Cut, reasons } from "@botyard/border";
import { type Network, rulesOf } from "@botyard/manifest";
import type { Executor, Launch, LaunchNetwork } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import { onceMade } from "../errors/in-doubt.ts";
import { messageOf } from "../errors/platform-error.ts";
import type { Actor, Bot } from "../model/model.ts";
import type { Collector } from "../output/index.ts";
import type { Settings } from "../settings/settings.ts";
import type { ConnectionRow, CutScope, EngineStore, Once, StoredCut } from "../store/index.ts";
import { effective } from "./check.ts";
import { changesBetween, cutOf } from "./cuts.ts";
import { type BotNetwork, describeNetwork, networkAdvice } from "./describe.ts";

export interface NetworksOptions {
  executor: Executor;
  store: EngineStore;
  /** For what a request waits for. */
  asked: Pick<EngineStore, "addCut" | "removeCuts">;
  collector: Pick<Collector, "remark">;
  settings: Settings;
  clock: Clock;
  log: Logger;
}

/** What bots have connected to since the platform started. */
export interface NetworkUse {
  /** Connections that are open now. */
  open: number;
  made: number;
  sentBytes: number;
  receivedBytes: number;
  refused: Map<string, number>;
  /** Cuts that are in force now. */
  cuts: number;
}

export const noUse = (): NetworkUse => ({
  ...{ open: 0, made: 0, sentBytes: 0, receivedBytes: 0, cuts: 0 },
  refused: new Map(),
});

const takeMs = 2_000;
/** A refused name is told in the bot's log at most this often. */
const toldAgainMs = 60_000;
const mostTold = 1_000;

/** What bots may connect to, what of that is cut, and what they have connected to. */
export class Networks {
  readonly use = noUse();
  readonly #options: NetworksOptions;
  #cuts: StoredCut[] = [];
  readonly #launches = new Map<Launch, Bot>();
  /** When a refusal was told in the log of a bot. */
  readonly #told = new Map<string, number>();
  #disarm: (() => void) | undefined;
  #taking: Promise<void> = Promise.resolve();

  constructor(options: NetworksOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#cuts = await this.#options.store.cuts();
    this.use.cuts = this.#cuts.length;
    this.#arm();
  }

  async stop(): Promise<void> {
    this.#disarm?.();
    await this.#take();
  }

  /**
   * Returns the network of a launch of a bot; `undefined` for that of the host.
   * @param asked what the bot's package asks for
   */
  of(bot: Bot, asked: Network | undefined, isQuery: boolean): LaunchNetwork | undefined {
    const { settings } = this.#options;
    if (settings.network === "host") return undefined;
    const { network } = effective(settings, bot.network, asked);
    const rules = isQuery && hasNoQueries(asked, bot.network) ? rulesOf("none") : rulesOf(network);
    if (!rules) return undefined;
    const local = settings.localServices.filter(({ name }) => rules.local.includes(name));
    return { policy: { hosts: rules.hosts, local }, cut: this.cutOf(bot) };
  }

  /** Returns why a bot whose package asks for this network cannot be started, and what the operator can do. */
  obstacleOf(bot: Bot, asked: Network | undefined): string | undefined {
    const { networkObstacle } = this.#options.executor.describe();
    if (networkObstacle === undefined || this.of(bot, asked, false) === undefined) return undefined;
    return `${networkObstacle} ${networkAdvice}`;
  }

  /** Describes the network of a bot, whose package asks for this one. */
  describe(bot: Bot, asked: Network | undefined): BotNetwork {
    const { settings, executor } = this.#options;
    const running = [...this.#launches].filter(([, { bot_id }]) => bot_id === bot.bot_id);
    return describeNetwork(settings, bot, {
      ...{ asked, cuts: this.#cuts, ...executor.describe() },
      running: running.map(([launch]) => launch.hasOwnNetwork),
    });
  }

  cutOf(bot: Pick<Bot, "bot_id" | "owner_id">): Cut {
    return cutOf(bot, this.#cuts);
  }

  /**
   * Has a launch follow what is cut.
   * @param cut what was cut when it was started; not needed if it has the network of the host
   */
  follow(bot: Bot, launch: Launch, cut?: Cut): void {
    this.#launches.set(launch, bot);
    // It may have been changed while the launch was started.
    if (launch.hasOwnNetwork && !isDeepStrictEqual(cut, this.cutOf(bot))) void this.#apply();
    void launch.ended.then(() => this.#launches.delete(launch));
  }

  /** Cuts a host, or everything. Resolves when the connections of running bots have been reset. */
  async cut(scope: CutScope, host: string | undefined, actor?: Actor, once?: Once): Promise<void> {
    const { asked, clock } = this.#options;
    const at = clock.now().toISOString();
    await this.#changed(
      asked.addCut({ ...scope, ...(host && { host }), at, ...(actor && { actor }) }, once),
      actor,
    );
  }

  /** Removes a cut of this scope, or all of them. */
  async restore(scope: CutScope, host?: string, actor?: Actor, once?: Once): Promise<void> {
    await this.#changed(this.#options.asked.removeCuts(scope, host, once), actor);
  }

  async #changed(change: Promise<unknown>, actor?: Actor): Promise<void> {
    await change.catch((error) => {
      onceMade(error, () => this.#apply(actor));
      throw error;
    });
    await this.#apply(actor);
  }

  /** @param actor whose request changed what is cut */
  async #apply(actor?: Actor): Promise<void> {
    const { store, collector, log } = this.#options;
    const cuts = await store.cuts();
    const before = this.#cuts;
    this.#cuts = cuts;
    this.use.cuts = cuts.length;
    const own = [...this.#launches].filter(([launch]) => launch.hasOwnNetwork);
    // A bot and its query process are two launches of one bot.
    const told = new Map<string, Bot>();
    await Promise.all(
      own.map(async ([launch, bot]) => {
        told.set(bot.bot_id, bot);
        await launch.cut(this.cutOf(bot)).catch((error) => {
          log.warn({ err: error, bot: bot.bot_id }, "The network of a bot could not be changed.");
          const why = `The network of the bot could not be changed: ${messageOf(error)}`;
          collector.remark(bot.bot_id, why, { level: "error" });
        });
      }),
    );
    const by = actor ? `, by ${actor.user_name}` : "";
    for (const bot of told.values())
      for (const change of changesBetween(cutOf(bot, before), this.cutOf(bot)))
        collector.remark(bot.bot_id, `${change}${by}.`, { level: "warn" });
  }

  #arm(): void {
    this.#disarm = this.#options.clock.after(takeMs, () => {
      void this.#take().finally(() => this.#arm());
    });
  }

  /** Stores what bots have connected to since the last time. */
  #take(): Promise<void> {
    const { executor, store, log } = this.#options;
    this.#taking = this.#taking.then(async () => {
      try {
        const counted = await executor.connections();
        const rows = counted.flatMap(rowsOf);
        if (rows.length > 0) await store.addConnections(rows);
        this.#count(counted, rows);
        for (const row of rows) if (row.reason !== "") this.#tell(row);
      } catch (error) {
        log.warn({ err: error }, "What bots have connected to could not be stored.");
      }
    });
    return this.#taking;
  }

  #count(counted: readonly Counted[], rows: readonly ConnectionRow[]): void {
    const { use } = this;
    use.open = counted.reduce((sum, { connections }) => sum + connections, 0);
    for (const { reason, count, sent_bytes, received_bytes } of rows) {
      if (reason === "") use.made += count;
      else use.refused.set(reason, (use.refused.get(reason) ?? 0) + count);
      use.sentBytes += sent_bytes;
      use.receivedBytes += received_bytes;
    }
  }

  #tell({ bot_id, host, port, reason }: ConnectionRow): void {
    const key = JSON.stringify([bot_id, host, port, reason]);
    const now = this.#options.clock.now().getTime();
    if (now - (this.#told.get(key) ?? Number.NEGATIVE_INFINITY) < toldAgainMs) return;
    if (this.#told.size >= mostTold) this.#told.clear();
    this.#told.set(key, now);
    const what = port === 0 ? host : `${host}:${port}`;
    const why = reasons[reason as keyof typeof reasons] ?? reason;
    this.#options.collector.remark(bot_id, `The network refused ${what}: ${why}.`, { level: "warn" });
  }
}

const hasNoQueries = (...networks: (Network | undefined)[]) =>
  networks.some((network) => typeof network === "object" && network.queries === "none");

function rowsOf({ bot, entries }: Counted): ConnectionRow[] {
  return entries.map(({ host, port, reason = "", count, sent, received, last }) => ({
    ...{ bot_id: bot, host, port, reason, count },
    ...{ sent_bytes: sent, received_bytes: received, last_at: last },
  }));
}
