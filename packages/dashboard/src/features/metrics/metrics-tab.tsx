import { useEffect, useMemo, useState } from "preact/hooks";
import type { TabProps } from "../../domain/bot-tab.ts";
import { placeOf } from "../../domain/place.ts";
import { platformNow } from "../../lib/clock.ts";
import { isLive, rangeParams, readRange, type TimeRange, usual } from "../../lib/time-range.ts";
import { search, setSearch } from "../../lib/url.ts";
import { Button } from "../../ui/button.tsx";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { RangePicker } from "../../ui/range-picker.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { Metrics } from "./api/load-metrics.ts";
import { ChartPanel } from "./chart-panel.tsx";
import { planCharts } from "./charts.ts";
import { MetricTable } from "./metric-table.tsx";
import { SaveCsv } from "./save-csv.tsx";
import { useMetrics } from "./use-metrics.ts";

export default function MetricsTab({ bot }: TabProps) {
  const { range } = readRange(search.value);
  const metrics = useMetrics(bot.bot_id, range);
  const asTable = search.value.get("as") === "table";
  return (
    <>
      <div class="page-head">
        <Button aria-pressed={asTable} onClick={() => setSearch({ as: asTable ? undefined : "table" })}>
          {asTable ? "Show charts" : "Show table"}
        </Button>
        <SaveCsv bot={bot} range={range} metrics={metrics.value} />
        <div class="actions">
          <RangePicker />
        </div>
      </div>
      <Loaded
        resource={metrics}
        empty={({ total, lastSeq }) =>
          total === 0 && (
            <Panel>
              <NoMetrics hasOthers={lastSeq > 0 && !("all" in range)} />
            </Panel>
          )
        }
      >
        {(value) => (
          <>
            <Notes metrics={value} dropped={Math.max(value.dropped, bot.dropped.metrics)} />
            {asTable ? (
              <MetricTable botId={bot.bot_id} metrics={value} range={range} />
            ) : (
              <Charts metrics={value} range={range} />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** Says how a bot emits metrics, unless it has some at another time. */
function NoMetrics({ hasOthers }: { hasOthers: boolean }) {
  if (hasOthers)
    return (
      <Empty>
        <h2>No metrics in this time</h2>
        <Button onClick={() => setSearch(rangeParams("all"))}>Show any time</Button>
      </Empty>
    );
  return (
    <Empty>
      <h2>No metrics yet</h2>
      <p>
        A bot emits them with{" "}
        <code>
          metric("equity", {"{"} value: 1000 {"}"})
        </code>
        .
      </p>
    </Empty>
  );
}

/** Symbols of a type that the platform thins out each by itself. */
const symbolsAlone = 100;

/** Whether a type has more symbols than the platform tells apart when it thins metrics out. */
function hasManySymbols(records: Metrics["records"]): boolean {
  const symbols = new Map<string, Set<unknown>>();
  for (const { type, data } of records) {
    const known = symbols.get(type) ?? new Set();
    symbols.set(type, known.add(data.symbol));
  }
  return [...symbols.values()].some(({ size }) => size > symbolsAlone);
}

interface NotesProps {
  metrics: Metrics;
  /** Of the bot, since its creation: by the answer with the metrics or by the bot, whichever is newer. */
  dropped: number;
}

function Notes({ metrics: { records, total, missing, eventsLeftOut }, dropped }: NotesProps) {
  const isThin = total > records.length;
  const isCrowded = useMemo(() => isThin && hasManySymbols(records), [isThin, records]);
  return (
    <>
      {isThin && (
        <p class="soft small">
          {records.length.toLocaleString()} of {total.toLocaleString()} metrics are drawn, with every minimum
          and maximum
          {eventsLeftOut > 0
            ? `; ${eventsLeftOut.toLocaleString()} signals, trades and other metrics without a line are left out`
            : ", signal and trade"}
          {isCrowded && ` of the first ${symbolsAlone} symbols of a type; further ones may miss some`}. Zoom
          in for more.
        </p>
      )}
      {missing > 0 && (
        <p class="banner">
          {missing.toLocaleString()} metrics were removed before this page could read them.
        </p>
      )}
      {dropped > 0 && (
        <p class="banner">
          {dropped.toLocaleString()} metrics were dropped because the bot wrote faster than they could be
          stored; its log shows when.
        </p>
      )}
    </>
  );
}

function Charts({ metrics, range }: { metrics: Metrics; range: TimeRange }) {
  const now = useNow(isLive(range));
  const [from, to] = useMemo(() => shownRange(range, metrics, now), [range, metrics, now]);
  const plans = useMemo(() => planCharts(metrics.records, ((to - from) / 2000) * 3), [metrics, from === to]);
  const wanted = (search.value.get("chart") ?? "").toLowerCase();
  const shown = plans.filter(({ title }) => title.toLowerCase().includes(wanted));
  return (
    <>
      {(plans.length > manyCharts || wanted !== "") && (
        <SearchField
          label="Charts"
          placeholder={`Filter ${plans.length} charts`}
          value={search.value.get("chart") ?? ""}
          onSearch={(chart) => setSearch({ chart })}
        />
      )}
      {shown.length === 0 && (
        <Empty>
          {plans.length === 0 ? (
            <p>
              These metrics have no numbers to draw.{" "}
              <Button onClick={() => setSearch({ as: "table" })}>Show table</Button>
            </p>
          ) : (
            <p>No chart has this in its name.</p>
          )}
        </Empty>
      )}
      <div class="charts">
        {shown.map((plan) => (
          <ChartPanel
            key={plan.id}
            plan={plan}
            range={[from, to]}
            onZoom={(start, end) => setSearch(rangeParams({ from: start, to: end }))}
            onReset={() => setSearch(rangeParams(usual))}
          />
        ))}
      </div>
    </>
  );
}

/** From this many charts on, they can be filtered. */
const manyCharts = 8;

/** The current time in seconds; it advances while the charts follow the bot. */
function useNow(follows: boolean): number {
  const [now, setNow] = useState(() => platformNow() / 1000);
  useEffect(() => {
    if (!follows) return;
    const timer = setInterval(() => setNow(platformNow() / 1000), 1000);
    return () => clearInterval(timer);
  }, [follows]);
  return now;
}

function shownRange(range: TimeRange, { records }: Metrics, now: number): [number, number] {
  if ("from" in range) return [range.from, range.to];
  let first = now;
  let last = now;
  for (const record of records) {
    const at = placeOf(record);
    first = Math.min(first, at);
    // The clock of the platform may be ahead of the browser's.
    last = Math.max(last, at);
  }
  if ("last" in range && !range.fits) return [last - range.last, last];
  return [first - (last - first) / 50 - 1, last];
}
