import type { SystemHistory } from "@botyard/client/browser";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useResource } from "../../platform/use-resource.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { withGaps } from "../../ui/chart/gaps.ts";
import { withUnit } from "../../ui/chart/numbers.ts";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { getHistory } from "./api/system.ts";
import { type HistoryChart, historyCharts } from "./history-charts.ts";

const ranges = { hour: "Last hour", day: "Last day" } as const;
type Range = keyof typeof ranges;
const refreshMs: Record<Range, number> = { hour: 10_000, day: 120_000 };

/** What the platform has measured of itself and of its machine, for admins. */
export default function History() {
  const [range, setRange] = useState<Range>("hour");
  const history = useResource((signal) => getHistory(range, signal), [range]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") history.reload();
    }, refreshMs[range]);
    return () => clearInterval(timer);
  });
  return (
    <Panel
      title="Over time"
      actions={
        <fieldset class="choice">
          <legend class="hidden-text">Time range</legend>
          {Object.entries(ranges).map(([name, title]) => (
            <button
              key={name}
              type="button"
              aria-pressed={range === name}
              onClick={() => setRange(name as Range)}
            >
              {title}
            </button>
          ))}
        </fieldset>
      }
    >
      <Loaded resource={history} empty={({ items }) => items.length < 2 && <TooEarly range={range} />}>
        {(value) => <Charts history={value} />}
      </Loaded>
    </Panel>
  );
}

function TooEarly({ range }: { range: Range }) {
  return (
    <Empty>
      <h3>Nothing to show yet</h3>
      <p>
        The platform measures itself since its start,{" "}
        {range === "hour" ? "every 10 seconds" : "for a day every 2 minutes"}.
      </p>
    </Empty>
  );
}

function Charts({ history }: { history: SystemHistory }) {
  const charts = useMemo(() => historyCharts(history), [history]);
  const times = useMemo(() => history.items.map(({ time }) => Date.parse(time) / 1000), [history]);
  const whole: [number, number] = [times[0]!, times.at(-1)!];
  const [zoom, setZoom] = useState<[number, number]>();
  return (
    <div class="charts small-charts">
      {charts.map((chart) => (
        <One
          key={chart.labels.join()}
          chart={chart}
          times={times}
          least={3 * history.every_seconds}
          range={zoom ?? whole}
          onZoom={(from, to) => setZoom([from, to])}
          onReset={() => setZoom(undefined)}
        />
      ))}
    </div>
  );
}

interface OneProps {
  chart: HistoryChart;
  times: number[];
  /** Longer times without a value are gaps. */
  least: number;
  range: [number, number];
  onZoom(from: number, to: number): void;
  onReset(): void;
}

function One({ chart: { title, unit, labels, columns }, times, least, ...shown }: OneProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const data = useMemo(() => withGaps(times, columns, least), [times, columns, least]);
  const latest = labels.map((label, index) => `${label} ${withUnit(columns[index]!.at(-1), unit)}`);
  return (
    <div>
      <h3>{title}</h3>
      <Chart
        summary={`${title}: ${latest.join(", ")}`}
        series={labels.map((label) => ({ label, scale: "left", shown: !hidden.has(label) }))}
        {...data}
        unit={unit}
        syncKey="system"
        height={130}
        {...shown}
        onToggle={(label) => {
          const next = new Set(hidden);
          if (!next.delete(label)) next.add(label);
          setHidden(next);
        }}
      />
    </div>
  );
}
