import type { Bot, MetricRecord } from "@botyard/client/browser";

/** More lines nobody tells apart; each is also a request, and a subscription. */
export const comparedAtMost = 20;

/** A field of a type of metric, such as `equity.value`. */
export interface MetricField {
  type: string;
  field: string;
}

export const nameOf = ({ type, field }: MetricField): string => `${type}.${field}`;

/** A bot that can be compared. */
export interface Candidate {
  bot: Bot;
  /** What it emitted during the last day; only known where there are many bots. */
  trend?: MetricField | undefined;
}

/** The fields of metrics whose values are numbers. */
export const numericFields = (records: readonly Pick<MetricRecord, "type" | "data">[]): MetricField[] =>
  records.flatMap(({ type, data }) =>
    Object.keys(data).flatMap((field) => (Number.isFinite(data[field]) ? [{ type, field }] : [])),
  );

/** The fields that the bots emit, the most frequent first: those are worth comparing. */
export function fieldsOf(fieldsOfBots: Iterable<readonly MetricField[]>): MetricField[] {
  const counts = new Map<string, { field: MetricField; bots: number }>();
  for (const fields of fieldsOfBots)
    for (const field of fields) {
      const known = counts.get(nameOf(field)) ?? { field, bots: 0 };
      known.bots += 1;
      counts.set(nameOf(field), known);
    }
  return [...counts.values()]
    .sort(
      (a, b) =>
        rank(b.field) - rank(a.field) || b.bots - a.bots || nameOf(a.field).localeCompare(nameOf(b.field)),
    )
    .map(({ field }) => field);
}

/** What people compare first. */
const usual = /equity|balance|pnl|profit|value|position/;
const rank = ({ type, field }: MetricField): number =>
  (usual.test(field) ? 2 : 0) + (usual.test(type) ? 1 : 0);

/** The candidates in the order in which they are compared unless the reader chooses: first those that emit the field. */
export function ordered(candidates: readonly Candidate[], wanted: string | null): Candidate[] {
  if (candidates.length <= comparedAtMost) return [...candidates];
  const trends = candidates.flatMap(({ trend }) => (trend ? [[trend]] : []));
  const [first] = fieldsOf(trends);
  const name = wanted ?? (first && nameOf(first));
  const place = ({ bot, trend }: Candidate) =>
    (trend === undefined ? 4 : nameOf(trend) === name ? 0 : 2) + (isActive(bot) ? 0 : 1);
  return candidates.toSorted((a, b) => place(a) - place(b));
}

const isActive = ({ status }: Bot) => status === "running" || status === "idle";

/** Whether a bot has all the words of a search in its name, type or id. */
export function matches({ name, type, bot_id }: Bot, words: string): boolean {
  const text = `${name} ${type} ${bot_id}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
