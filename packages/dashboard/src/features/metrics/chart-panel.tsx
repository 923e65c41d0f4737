import { useMemo, useState } from "preact/hooks";
import { Chart } from "../../ui/chart/chart.tsx";
import { readable } from "../../ui/chart/options.ts";
import { Panel } from "../../ui/panel.tsx";
import type { ChartPlan } from "./charts.ts";

interface Props {
  plan: ChartPlan;
  range: readonly [number, number];
  onZoom(from: number, to: number): void;
  onReset(): void;
}

export function ChartPanel({ plan, range, onZoom, onReset }: Props) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const series = plan.series.map((one) => ({ ...one, shown: !hidden.has(one.label) }));
  const summary = useMemo(() => summaryOf(plan), [plan]);
  const toggle = (label: string) => {
    const next = new Set(hidden);
    if (!next.delete(label)) next.add(label);
    setHidden(next);
  };
  return (
    <div class={plan.isPrice ? "wide" : undefined}>
      <Panel
        title={<span class="given">{plan.title}</span>}
        actions={
          plan.facts.length > 0 && (
            <span class="soft small">
              {plan.facts.map(([name, value]) => `${name} ${value}`).join(" · ")}
            </span>
          )
        }
      >
        <Chart
          summary={summary}
          series={series}
          times={plan.times}
          columns={plan.columns}
          markers={plan.markers}
          range={range}
          syncKey="metrics"
          height={plan.isPrice ? 360 : 220}
          onZoom={onZoom}
          onReset={onReset}
          onToggle={toggle}
        />
      </Panel>
    </div>
  );
}

/** What a sighted reader sees at a glance: how far each line goes, and where it is now. */
function summaryOf({ title, series, columns, markers }: ChartPlan): string {
  const lines = series.map(({ label }, index) => {
    const values = columns[index]!.filter((value) => typeof value === "number");
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const value of values) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return `${label}: last ${readable(values.at(-1))}, between ${readable(least)} and ${readable(most)}`;
  });
  const last = markers.at(-1);
  const signals = last ? ` ${markers.length} signals, the last ${last.text}.` : "";
  return `${title}. ${lines.join("; ")}.${signals}`;
}
