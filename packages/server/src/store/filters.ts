/** What the verbs of the store are given to select or change records, and what they find. */
import type { Actor, Bot, BotSettings, BotStatus, Desired, Level, MetricRecord } from "../model/model.ts";
import type { EventCount } from "../selection/event-counts.ts";
import type { Once } from "./once.ts";

export interface BotFilter {
  status?: readonly BotStatus[] | undefined;
  customBot?: string | undefined;
  model?: Bot["model"] | undefined;
  name?: string | undefined;
  /** Only bots that have this label with this text. */
  label?: { key: string; value: string } | undefined;
  ids?: readonly string[] | undefined;
  /** Only bots created after the one with this id. */
  after?: string | undefined;
  limit: number;
}

export interface BotChange {
  at: string;
  keyId?: string | undefined;
  /** Who asks for it; stored if something changes. */
  actor?: Actor | undefined;
  once?: Once | undefined;
  /** The revisions of which the bot must have one. */
  ifRevision?: readonly number[] | undefined;
  /** Returns what to set, or an empty object for no change. If it throws, nothing is changed. */
  decide(bot: Bot): {
    settings?: BotSettings;
    desired?: Desired;
    status?: BotStatus;
    /** Increments the generation, so that a running process is restarted. */
    restart?: boolean;
    /** Whether a running process is replaced by another, for which there must be room. */
    startsAgain?: boolean;
  };
}

export type Changed = { bot: Bot } | { refused: "gone" | "name_taken" | "precondition" | "version_gone" };

/** What became of a version: its archive, the names of the bots that keep it from being deleted, or nothing. */
export type DeletedVersion =
  | {
      sha256: string;
      contentSha256: string;
      /** Another version, perhaps of another user, has the same contents. */
      isShared: boolean;
      /** Another version has the same archive. */
      isArchiveShared: boolean;
      /** Contents that no user has any more, by SHA-256. */
      unneeded: string[];
    }
  | { usedBy: string[] }
  | "unknown";

/** Where a page ends. */
export interface PageSize {
  limit: number;
  /** Size of the text at which the page ends (default: no limit). */
  bytes?: number;
}

export interface LogSummary {
  total: number;
  by_level: Record<Level, number>;
  first_at?: string;
  last_at?: string;
  /** The most frequent errors; messages that differ only in numbers and quoted parts are counted together. */
  top_errors: { message: string; count: number; last_at: string }[];
  /** Number of dropped log lines. */
  dropped: number;
  dropped_metrics: number;
}

export interface MetricFilter {
  type?: string;
  /** Inclusive bounds of the moment that the data belongs to, RFC 3339 UTC with milliseconds. */
  from?: string;
  to?: string;
  /** Only metrics with a higher sequence number. */
  after?: number;
  /** Maximum number of metrics; more are downsampled. */
  max_points: number;
  /** Size of the data to which metrics are downsampled (default: no limit). */
  bytes?: number;
}

export interface MetricPageFilter {
  type?: string;
  /** Inclusive bounds of the moment that the data belongs to, RFC 3339 UTC with milliseconds. */
  from?: string;
  to?: string;
  /** Only metrics that come after the one with this sequence number. */
  after?: number;
  /** The newest first (default: the oldest). */
  newestFirst?: boolean;
  limit: number;
  /** Size of the data at which the page ends (default: no limit). */
  bytes?: number;
}

export interface MetricPage {
  /** In order of their sequence numbers, or in reverse. */
  items: MetricRecord[];
  /** `after` of the next page, which may be empty; absent if there are no more metrics. */
  next?: number;
}

export interface MetricList {
  /** Sorted by time. */
  items: MetricRecord[];
  /** True if some were left out; the lowest and highest value of each numeric field in each interval are kept. */
  downsampled: boolean;
  /** Number of matching metrics in the store. */
  total: number;
  /** Events that were left out because there are too many of them. */
  events_left_out: EventCount[];
}

/** The stored output of a bot: the number of records, and their size in bytes, estimated. */
export interface KeptRecords {
  logs: { count: number; bytes: number };
  metrics: { count: number; bytes: number };
}

/** A page of what is sorted by a name or an id, after the last one of the previous page. */
export interface Page {
  after?: string | undefined;
  limit: number;
}
