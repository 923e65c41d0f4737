import type { NewLine, NewMetric } from "../store/index.ts";

/** Records that were read and are to be stored together. */
export interface Gathered {
  lines: NewLine[];
  metrics: NewMetric[];
  /** Change in the number of dropped metrics that no line reports. */
  unreported?: number;
}
