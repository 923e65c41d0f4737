import type { Socket } from "node:net";
import { join } from "node:path";
import type { Counted, Cut, Policy } from "@botyard/border";
import type { Connection } from "@botyard/border/platform";
import { type IsolationLevel, LaunchError, type LaunchNetwork, type LaunchSpec } from "../../../executor.ts";
import { seccompFilter } from "../isolation/seccomp.ts";
import type { Identity } from "../members/identity.ts";
import type { PreparedLaunch } from "../prepare.ts";
import { borderCalls } from "./border-calls.ts";
import type { Rights } from "./border-command.ts";
import { inNetwork } from "./enter.ts";
import { networkObstacle } from "./obstacle.ts";

/** The network of a launch, as it is opened again if the border ends. */
interface Open extends LaunchNetwork {
  bot: string;
  /** Absent until the launch has been started. */
  process?: Identity;
}

const firstRetryMs = 50;
const longestRetryMs = 5_000;

/** The networks of running launches, which the border serves. The border is started with the first one. */
export class Networks {
  /** Why launches cannot have a network of their own, in one sentence. */
  obstacle: string | undefined;
  readonly #folder: string;
  readonly #rights: () => Promise<Rights>;
  readonly #open = new Map<string, Open>();
  #connection: Promise<Connection> | undefined;

  /** @param dir the executor's folder */
  constructor(dir: string, rights: () => Promise<Rights>) {
    this.#folder = join(dir, "border");
    this.#rights = rights;
  }

  /** Finds out whether launches with this isolation can have a network of their own. */
  async establish(isolation: IsolationLevel): Promise<void> {
    this.obstacle = await networkObstacle(isolation, await this.#rights());
  }

  /** @throws {LaunchError} `network_unavailable` if the launch needs a network of its own and cannot have one */
  requireFor({ network }: LaunchSpec): void {
    if (network && this.obstacle !== undefined) throw new LaunchError("network_unavailable", this.obstacle);
  }

  /**
   * Makes and opens the network of a launch, and returns the launch with the command that runs in it. One that has the
   * network of the host stays as it is.
   * @throws {LaunchError} `spawn_failed`
   */
  async enter(
    { id: launch, botId: bot, network }: LaunchSpec,
    prepared: PreparedLaunch,
    isolation: IsolationLevel,
  ): Promise<PreparedLaunch> {
    if (!network) return prepared;
    try {
      const connection = await this.#connected();
      const namespace = await connection.make(launch, { bot, ...network });
      this.#open.set(launch, { bot, ...network });
      const { enter } = await this.#rights();
      const options = [`--net=${namespace}`, ...enter(connection.pid)];
      return { ...prepared, argv: inNetwork(options, prepared.argv, isolation, prepared.paths) };
    } catch (error) {
      const detail = (error as Error).message.replace(/\.$/, "");
      throw new LaunchError("spawn_failed", `The network of the bot could not be opened: ${detail}.`, {
        cause: error,
      });
    }
  }

  /** Tells which process the network belongs to, with which it ends. */
  attach(launch: string, process: Identity): void {
    const open = this.#open.get(launch);
    if (!open) return;
    open.process = process;
    void this.#again(launch, open);
  }

  /** Takes over the network of a launch that an earlier platform process started. */
  adopt(launch: string, open: Required<Open>): void {
    this.#open.set(launch, open);
    void this.#again(launch, open);
  }

  /** Returns the network of a launch whose record could not be written; `undefined` if it has none of its own. */
  async find(launch: string): Promise<{ bot: string; policy: Policy } | undefined> {
    if (this.obstacle !== undefined) return undefined;
    const connection = await this.#connected().catch(() => undefined);
    return (await connection?.ask({ do: "find", launch }).catch(() => undefined))?.found;
  }

  /** Lets a launch cut its network, if it has one, and closes it when the launch has ended. */
  follow(launch: { record: { id: string }; ended: Promise<unknown>; networks: Networks | undefined }): void {
    const { id } = launch.record;
    if (!this.#open.has(id)) return;
    launch.networks = this;
    void launch.ended.then(() => this.close(id));
  }

  async close(launch: string): Promise<void> {
    if (!this.#open.delete(launch)) return;
    const connection = await this.#connection?.catch(() => undefined);
    await connection?.ask({ do: "close", launch }).catch(() => {});
  }

  /** @throws {Error} if the launch has no network, or the border has ended */
  async cut(launch: string, cut: Cut): Promise<void> {
    const open = this.#open.get(launch);
    if (!open) throw new Error(`Launch ${launch} has no network of its own.`);
    // Before it is asked: if the border has ended, its successor is told.
    open.cut = cut;
    await (await this.#connected()).ask({ do: "cut", launch, cut });
  }

  /** Connects to a port of a launch. That nothing listens there is told by the socket. */
  async connect(launch: string, address: string, port: number): Promise<Socket> {
    return (await this.#connected()).connect(launch, address, port);
  }

  /** Returns what launches have counted since the last call. */
  async take(): Promise<Counted[]> {
    const connection = await this.#connection?.catch(() => undefined);
    return (await connection?.ask({ do: "take" }).catch(() => undefined))?.counted ?? [];
  }

  #connected(): Promise<Connection> {
    this.#connection ??= this.#connect().catch((error) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }

  async #connect(): Promise<Connection> {
    // Loaded with the first network, to save memory where bots have the host's.
    const { connectBorder } = await import("@botyard/border/platform");
    const { border } = await this.#rights();
    const launch = [...this.#open.values()].find((open) => open.process)?.process?.pid;
    const connection = await connectBorder(
      this.#folder,
      (command) => border(command, launch),
      seccompFilter(process.arch, borderCalls),
    );
    void connection.lost.then(() => {
      this.#connection = undefined;
      this.#reopen(firstRetryMs);
    });
    return connection;
  }

  /** Opens the networks of all running launches in a new border. */
  #reopen(retryMs: number): void {
    if (this.#open.size === 0) return;
    this.#connected().then(
      () => {
        for (const [launch, open] of this.#open) void this.#again(launch, open);
      },
      () => setTimeout(() => this.#reopen(Math.min(longestRetryMs, 2 * retryMs)), retryMs).unref(),
    );
  }

  /** Opens the network of a running launch, or does nothing if it is open. */
  async #again(launch: string, { bot, process, policy, cut }: Open): Promise<void> {
    if (!process) return;
    const { pid, startTime } = process;
    // A process that has ended has no network, and a border that has ended is followed by another one.
    await (await this.#connected())
      .ask({ do: "open", launch, bot, process: { pid, startTime }, policy, cut })
      .catch(() => {});
  }
}
