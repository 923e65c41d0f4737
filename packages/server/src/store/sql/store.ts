import type { Kysely, Selectable, Transaction } from "kysely";
import type { KeptSamples } from "../../selection/trend-samples.ts";
import type { QuotaLimits } from "../../settings/quotas.ts";
import type { Batch, Stored } from "../engine-store.ts";
import type { MetricFilter } from "../filters.ts";
import type { ServiceStore } from "../service-store.ts";
import type { WatchStore } from "../watch-store.ts";
import type { BotRows } from "./bot-rows.ts";
import type { Tables } from "./schema.ts";
import type { Walks } from "./walk.ts";
import type { Words } from "./words.ts";

/** An open database. The verbs of this folder use it, whichever engine it is. */
export interface Store {
  /** For reads, and for changes that users are told about: a commit is durable when it returns. */
  readonly main: Kysely<Tables>;
  /**
   * For data that can be read or measured again: a commit survives a crash of the platform, but the last ones may be lost in
   * a power failure.
   *
   * Never await one of the two inside a transaction of the other: both may wait for the same lock.
   */
  readonly ingest: Kysely<Tables>;
  /**
   * Runs work in a transaction of {@link main}. The outcome of several at once is that of some order of them, one after the
   * other. The work may run more than once, so it must only write in its transaction.
   */
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** The same in a transaction of {@link ingest}. */
  lightTransaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  readonly long: Walks;
  /** What the engines spell differently. */
  readonly words: Words;
  /** What each engine reads or writes in its own way, for speed. */
  readonly own: OwnVerbs;
  /** Cached rows of bots. */
  readonly botRows: BotRows;
  /** Cached samples of metrics. A verb that stores or removes metrics must say so. */
  readonly samples: KeptSamples;
  /** The quotas of each user (default: none). */
  readonly quotas: QuotaLimits | undefined;
  /** Whether there is so little space that only essential commits are allowed. */
  readonly space: { readonly isLow: boolean };
  /** How many transactions at the same time store output faster than one after the other. */
  readonly outputLanes: number;
  /** How many short reads of output are worth one transaction. */
  readonly outputSlices: number;
  /** Has work fail that waits for a server which cannot be reached. */
  stopWaiting?(): void;
  close(): Promise<void>;
}

export interface ScannedMetric {
  type: string;
  time: string;
  /** With its numbers rounded to doubles. */
  data: Record<string, unknown>;
  /** Size of its data. */
  bytes: number;
}

export interface OwnVerbs extends Pick<ServiceStore, "overviewsAt" | "databaseBytes">, WatchStore {
  /** Visits the metrics after a sequence number in its order, and all others by type and time. */
  scanMetrics(
    botId: string,
    filter: MetricFilter,
    visit: (seq: number, metric: ScannedMetric) => void,
  ): Promise<void>;
  /** Visits the metrics with these sequence numbers, in any order. */
  metricsBySeq(
    botId: string,
    seqs: readonly number[],
    visit: (row: Selectable<Tables["metrics"]>) => void,
  ): Promise<void>;
  /**
   * Stores batches in one transaction. Returns their sequence numbers in the same order.
   * @throws {RecordRefusedError} if a record would be refused at every attempt
   */
  writeOutput(batches: readonly Batch[]): Promise<Stored[]>;
  /** Does the same and rolls it back. */
  tryOutput(batches: readonly Batch[]): Promise<void>;
  /** Returns true if everything committed so far would survive a power failure. */
  isDurable(): Promise<boolean>;
  /** @throws {Error} if the database can be read and not written to */
  requireWritable(): Promise<void>;
  /** Rewrites the database, so that nothing remains in it of what was replaced. */
  rewrite(): Promise<void>;
}

/** A database without the verbs that use it. */
export type Database = Omit<Store, "own">;
