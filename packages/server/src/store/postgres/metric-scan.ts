import type { MetricFilter } from "../filters.ts";
import type { Database, OwnVerbs } from "../sql/store.ts";
import type { Walk } from "../sql/walk.ts";

type Visit = Parameters<OwnVerbs["scanMetrics"]>[2];
type Row = { type: string; time: string; seq: number; bytes: number; data: string };

/** Before the first time and after the last one in RFC 3339. */
const [earliest, latest] = ["", "~"];
const columns = "select type, time, seq, octet_length(data) as bytes, data from metrics where bot_id = @bot";

export async function scanMetrics(
  { long }: Database,
  bot: string,
  filter: MetricFilter,
  visit: Visit,
): Promise<void> {
  const { after, from = earliest, to = latest } = filter;
  const pass = ({ seq, data, ...metric }: Row) => {
    const isIn =
      (filter.type === undefined || metric.type === filter.type) && metric.time >= from && metric.time <= to;
    if (isIn) visit(seq, { ...metric, data: JSON.parse(data) });
  };
  if (after !== undefined) {
    const bySeq: Walk = {
      sql: `${columns} and seq > @seq order by seq`,
      key: ["seq"],
      parameters: { bot, seq: after },
    };
    return long.walk<Row>(bySeq, pass);
  }
  for (const type of filter.type === undefined ? await typesOf(long, bot) : [filter.type])
    await long.walk<Row>(
      {
        sql: `${columns} and type = @type and (time, seq) > (@time, @seq) and time <= @to order by time, seq`,
        key: ["time", "seq"],
        parameters: { bot, type, time: from, seq: 0, to },
      },
      pass,
    );
}

async function typesOf(long: Database["long"], bot: string): Promise<string[]> {
  const types: string[] = [];
  const sql = "select type from metrics where bot_id = @bot and type > @type order by type limit 1";
  await long.walk<{ type: string }>({ sql, key: ["type"], parameters: { bot, type: "" } }, ({ type }) => {
    types.push(type);
  });
  return types;
}
