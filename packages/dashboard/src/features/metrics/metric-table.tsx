import type { MetricRecord } from "@botyard/client/browser";
import { useMemo, useState } from "preact/hooks";
import { printable } from "../../lib/printable.ts";
import type { TimeRange } from "../../lib/time-range.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Json } from "../../ui/json.tsx";
import { Loaded, Panel } from "../../ui/panel.tsx";
import { Table } from "../../ui/table.tsx";
import type { Metrics } from "./api/load-metrics.ts";
import { loadNewest } from "./api/load-newest.ts";

const shownAtMost = 500;
/** A value may have a megabyte: what a table shows of it is a beginning. */
const longestShown = 500;

interface Props {
  botId: string;
  metrics: Metrics;
  range: TimeRange;
}

/** The newest metrics as they were emitted. */
export function MetricTable({ botId, metrics: { records, total, lastSeq }, range }: Props) {
  const isThin = total > records.length;
  const loaded = useResource(
    async (signal) => (isThin ? loadNewest(botId, range, shownAtMost, signal) : []),
    [botId, range, isThin, lastSeq],
  );
  return <Loaded resource={loaded}>{(newest) => <Newest records={[...newest, ...records]} />}</Loaded>;
}

function Newest({ records }: { records: readonly MetricRecord[] }) {
  const bySeq = new Map(records.map((record) => [record.seq, record]));
  const newest = [...bySeq.values()].sort((a, b) => b.seq - a.seq).slice(0, shownAtMost);
  return (
    <Panel title={`Newest ${newest.length} metrics`} flush>
      <Table name="Metrics" columns={["Time", "Type", "Data"]}>
        {newest.map((record) => (
          <tr key={record.seq}>
            <td class="mono small nowrap">{record.time}</td>
            <td class="given metric-type">{printable(record.type)}</td>
            <td class="given mono small sentence">
              <Data record={record} />
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

function Data({ record: { time, data } }: { record: MetricRecord }) {
  const [isWhole, setWhole] = useState(false);
  // The table is drawn again with each metric that arrives.
  const text = useMemo(() => JSON.stringify(data), [data]);
  const more = text.length - longestShown;
  if (more <= 0) return <>{printable(text)}</>;
  return (
    <>
      {isWhole ? <Json text={text} /> : printable(text.slice(0, longestShown))}{" "}
      <Button kind="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? "Show less" : `… ${more.toLocaleString()} more characters`}
        <span class="hidden-text"> of {time}</span>
      </Button>
    </>
  );
}
