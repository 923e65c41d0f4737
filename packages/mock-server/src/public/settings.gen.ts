// Written by test/settings.test.ts from the table of settings in @botyard/manifest.

/** The settings of a bot. */
export interface SettingsFixture {
  /** Unique among the user's bots. */
  name: string;
  /** Exact version, range or `latest`; resolved when it is set. */
  version?: string;
  /** Five-field cron expression; required for scheduled bots, not allowed for realtime bots. */
  schedule?: string;
  /** IANA name of the schedule's time zone (default: `UTC`). */
  timezone?: string;
  /** Whether the last missed tick is run, or none (default: `none`). */
  catch_up?: "none" | "last";
  /** How late a tick may start, in seconds, before it is missed (default: 60). */
  start_deadline_seconds?: number;
  /** Longest duration of one run, in seconds (default: the platform's). */
  timeout_seconds?: number;
  /** What the bot may connect to; may only narrow what its custom bot asks for (default: what the custom bot asks for). */
  network?: "none" | "internet" | "host" | { hosts?: string[]; local?: string[]; queries?: "none" };
  /** What the bot may use of memory, processors, processes and disk space, up to the platform's maximum (default: the platform's). */
  resources?: { memory?: string; cpus?: number; processes?: number; disk?: string };
  /** At most 16 short texts by which bots are grouped and listed. */
  labels?: Record<string, string>;
  /** What the bot gets as its config; checked against the schema of its version. */
  config?: Record<string, unknown>;
}
