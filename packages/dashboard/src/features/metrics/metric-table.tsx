import type { MetricRecord } from "@botyard/client/browser";
import { printable } from "../../lib/printable.ts";
import { Panel } from "../../ui/panel.tsx";
import { Scroll } from "../../ui/scroll.tsx";

const shownAtMost = 500;

/** The newest metrics as they were emitted. */
export function MetricTable({ records }: { records: readonly MetricRecord[] }) {
  const newest = records.toSorted((a, b) => b.seq - a.seq).slice(0, shownAtMost);
  return (
    <Panel title={`Newest ${newest.length} metrics`} flush>
      <Scroll name="Metrics">
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Type</th>
              <th scope="col">Data</th>
            </tr>
          </thead>
          <tbody>
            {newest.map(({ seq, time, type, data }) => (
              <tr key={seq}>
                <td class="mono small">{time}</td>
                <td class="given">{printable(type)}</td>
                <td class="given mono small">{printable(JSON.stringify(data))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}
