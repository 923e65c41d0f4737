/**
 * From the bots' files to the store. `collector` takes turns over all launches; per launch a `job` reads two streams
 * (`stream`), turns lines into masked records (`line-parser`, `metric-line`, `masking`), and `outlet` stores
 * and then publishes them. `rate` and the unread limit drop what is too much, and count it. `freed-output` returns the
 * disk space of stored output, and `retention` removes what is older or larger than the limits.
 */
export { Collector, type Following } from "./collector.ts";
export { FreedOutput } from "./freed-output.ts";
export { Maskers } from "./maskers.ts";
export type { Masker } from "./masking/masker.ts";
export { Retention } from "./retention.ts";
