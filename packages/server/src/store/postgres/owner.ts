import { setTimeout } from "node:timers/promises";
import pg from "pg";
import type { Holder } from "../holder.ts";
import { StoreInUseError } from "../unusable.ts";
import type { Commits } from "./commits.ts";
import { instant } from "./instant.ts";
import type { Waits } from "./waits.ts";

/** How long a process owns the store after it last said so, by the clock of the database. */
const termSeconds = 15;
const renewMs = 5_000;

export interface OwnerOptions {
  commits: Commits;
  waits: Waits;
  /** Called when another process has become the owner. */
  onLost: () => void;
}

/** That this process owns the store. Every transaction that writes checks the epoch. */
export class Ownership {
  readonly epoch: number;
  readonly #config: pg.ClientConfig;
  readonly #ended = new AbortController();
  readonly #onLost: () => void;
  readonly #waits: Waits;
  #client: pg.Client | undefined;
  #renewing: Promise<void> = Promise.resolve();

  private constructor(epoch: number, client: pg.Client, config: pg.ClientConfig, options: OwnerOptions) {
    this.epoch = epoch;
    this.#client = client;
    this.#config = config;
    this.#onLost = options.onLost;
    this.#waits = options.waits;
  }

  /**
   * Makes this process the owner. Waits for transactions that have begun; those of earlier owners fail from then on.
   *
   * @throws {StoreInUseError} if another process owns the store
   */
  static async take(config: pg.ClientConfig, holder: Holder, options: OwnerOptions): Promise<Ownership> {
    const client = await connected(config);
    try {
      await client.query("begin; lock table ownership in exclusive mode");
      const { rows } = await client.query<{ holder: string; since: string }>(
        `select holder, ${instant("since")} as since from ownership_term where until > now() and folder <> $1`,
        [holder.folder],
      );
      if (rows[0]) throw new StoreInUseError(rows[0]);
      await client.query("delete from ownership_term");
      await client.query(
        `insert into ownership_term (holder, folder, since, until)
          values ($1, $2, now(), now() + make_interval(secs => $3))`,
        [holder.name, holder.folder, termSeconds],
      );
      const taken = await client.query<{ epoch: string }>(
        // Not the next number: a standby that becomes the server may not know the last one.
        `update ownership set epoch = greatest(epoch + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)
          returning epoch`,
      );
      await client.query("commit");
      const ownership = new Ownership(Number(taken.rows[0]!.epoch), client, config, options);
      ownership.#renewing = ownership.#renew(options.commits);
      return ownership;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  /** Lets another process become the owner at once. */
  async release(): Promise<void> {
    this.#ended.abort();
    await this.#renewing;
    const sql = `delete from ownership_term where exists (select 1 from ownership where epoch = $1)`;
    await this.#client?.query(sql, [this.epoch]).catch(() => {});
    await this.#client?.end().catch(() => {});
  }

  async #renew(commits: Commits): Promise<void> {
    const { signal } = this.#ended;
    let isAway = false;
    while (!signal.aborted) {
      await setTimeout(this.#client ? renewMs : 1_000, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        this.#client ??= await connected(this.#config);
        // Also after its end: nobody has taken the store over.
        const { rowCount } = await this.#client.query(
          `update ownership_term set until = now() + make_interval(secs => $1)
            where exists (select 1 from ownership where epoch = $2)`,
          [termSeconds, this.epoch],
        );
        if (isAway) this.#waits.answered();
        isAway = false;
        if (rowCount === 0) return this.#onLost();
        await this.#client.query("delete from commits where epoch < $1 or (epoch = $1 and number < $2)", [
          this.epoch,
          commits.firstOpen,
        ]);
      } catch (error) {
        isAway = true;
        this.#waits.failed(error);
        await this.#client?.end().catch(() => {});
        this.#client = undefined;
      }
    }
  }
}

async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, query_timeout: 10_000 });
  // A connection that ends is noticed by the next query.
  client.on("error", () => {});
  await client.connect();
  return client;
}
