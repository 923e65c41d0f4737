import { useMemo } from "preact/hooks";
import { readNames, toggled } from "../../lib/names.ts";
import { printable } from "../../lib/printable.ts";
import { search, setSearch } from "../../lib/url.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { readable } from "../../ui/chart/numbers.ts";
import { Panel } from "../../ui/panel.tsx";
import type { ChartPlan } from "./charts.ts";

interface Props {
  plan: ChartPlan;
  range: readonly [number, number];
  onZoom(from: number, to: number): void;
  onReset(): void;
}

export function ChartPanel({ plan, range, onZoom, onReset }: Props) {
  const hidden = readNames(search.value.get("hide"));
  const nameOf = (label: string) => `${plan.title}/${label}`;
  const series = plan.series.map((one) => ({ ...one, shown: !hidden.has(nameOf(one.label)) }));
  const summary = useMemo(() => summaryOf(plan), [plan]);
  return (
    <div class={plan.isPrice ? "wide" : undefined}>
      <Panel
        title={<span class="given">{printable(plan.title)}</span>}
        actions={
          plan.facts.length > 0 && (
            <span class="soft small given">
              {plan.facts.map(([name, value]) => `${printable(name)} ${readable(value)}`).join(" · ")}
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
          onToggle={(label) => setSearch({ hide: toggled(hidden, nameOf(label)) })}
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
  return printable(`${title}. ${lines.join("; ")}.${signals}`);
}
