import type { Row, Skipped } from "./numbers.ts";

/** What `npm run bench` writes with `--json`. */
export interface BenchReport {
  /** The benchmarks that have ended. */
  ended: string[];
  /** Those that have failed or not ended in time, with the reason. */
  failed: { name: string; reason: string }[];
  /** What this machine cannot measure, with the reason. */
  skipped: string[];
  rows: (Row | Skipped)[];
}
