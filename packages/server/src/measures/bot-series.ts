import type { WatchedMetric } from "../selection/watched-bot.ts";

/** One series of a bot's own metrics. */
export interface BotSeries {
  name: string;
  help: string;
  labels: { symbol?: string; type?: string; field?: string };
  value: number;
}

const longestName = 200;

/**
 * Names the numbers of a bot's metrics for Prometheus: `botyard_bot_<type>_<field>`. Two that get the same name, because
 * characters are replaced, both have the labels `type` and `field`.
 *
 * @param reserved names of the platform's own metrics; `_value` is appended to an equal one
 */
export function seriesOf(metrics: readonly WatchedMetric[], reserved: ReadonlySet<string>): BotSeries[] {
  const all = metrics.flatMap(({ type, symbol, fields }) =>
    fields.map(({ path, value }) => {
      const name = nameOf([type, ...path]);
      const field = path.join(".");
      return { name: reserved.has(name) ? `${name}_value` : name, type, symbol, field, value };
    }),
  );
  const fieldsOf = new Map<string, Set<string>>();
  for (const { name, type, field } of all) {
    const fields = fieldsOf.get(name) ?? new Set();
    fieldsOf.set(name, fields.add(JSON.stringify([type, field])));
  }
  return all.map(({ name, type, symbol, field, value }) => ({
    name,
    help: `The latest ${cut(field)} of the metrics ${cut(type)} of bots.`,
    labels: {
      ...(symbol !== null && { symbol }),
      ...(fieldsOf.get(name)!.size > 1 && { type, field }),
    },
    value,
  }));
}

/** Every other character becomes one underscore. */
const nameOf = (parts: readonly string[]): string =>
  ["botyard_bot", ...parts.map((part) => part.replace(/[^a-zA-Z0-9_]/gu, "_"))]
    .join("_")
    .slice(0, longestName);

const cut = (text: string) => text.slice(0, 100).toWellFormed();
