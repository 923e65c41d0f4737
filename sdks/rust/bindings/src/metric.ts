import type { Engine } from "./engine.ts";
import { textOf } from "./errors.ts";
import { millisecondsOf } from "./time.ts";

/** The lines of metrics. */
export interface Metric {
  /**
   * Makes a metric's line: one line of JSON, without the line feed [MET-1 … MET-4, MET-12].
   *
   * @throws {BotyardError} `metric.invalid_type`, `metric.invalid_data`, `metric.too_large`
   * @throws {RangeError} if `now` is not between the years 1970 and 9999
   */
  line(type: unknown, data: unknown, now: Date): string;
}

export const metricOf = (engine: Engine): Metric => ({
  line: (type, data, now) => textOf(engine.metricLine(type, data, millisecondsOf(now))),
});
