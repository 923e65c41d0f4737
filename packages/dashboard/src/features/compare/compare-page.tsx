import { useMemo } from "preact/hooks";
import { search, setSearch } from "../../app/url.ts";
import { platformNow } from "../../lib/clock.ts";
import { readNames, toggled } from "../../lib/names.ts";
import { printable } from "../../lib/printable.ts";
import { rangeParams, readRange, usual } from "../../lib/time-range.ts";
import { useRefresh } from "../../platform/use-refresh.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { readable } from "../../ui/chart/numbers.ts";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { RangePicker } from "../../ui/range-picker.tsx";
import { type Candidate, lastSignals, listCandidates } from "./api/compare.ts";
import { BotRows } from "./bot-rows.tsx";
import { fieldsOf, type MetricField, nameOf, type Together, together } from "./together.ts";
import { useLines } from "./use-lines.ts";

const refreshed = 10_000;

export default function ComparePage() {
  const candidates = useResource(listCandidates, []);
  return (
    <>
      <div class="page-head">
        <h1>Compare bots</h1>
        <div class="actions">
          <RangePicker />
        </div>
      </div>
      <Loaded resource={candidates} empty={(all) => fieldsOf(all).length === 0 && <NoMetrics />}>
        {(all) => <Compare candidates={all} />}
      </Loaded>
    </>
  );
}

function NoMetrics() {
  return (
    <Panel>
      <Empty>
        <h2>No bot has metrics yet</h2>
        <p>
          A bot emits them with <code>metric("equity", {"{ value: 1000 }"})</code>.
        </p>
      </Empty>
    </Panel>
  );
}

function Compare({ candidates }: { candidates: Candidate[] }) {
  const fields = useMemo(() => fieldsOf(candidates), [candidates]);
  const wanted = search.value.get("field");
  const field = fields.find((one) => nameOf(one) === wanted) ?? fields[0]!;
  const fitting = candidates
    .filter(({ latest }) =>
      latest.some(({ type, data }) => type === field.type && Number.isFinite(data[field.field])),
    )
    .map(({ bot }) => bot);
  const left = new Set(search.value.get("without")?.split(",") ?? []);
  const bots = fitting.filter(({ bot_id }) => !left.has(bot_id));
  const { range } = readRange(search.value);
  const lines = useLines(
    bots.map(({ bot_id }) => bot_id),
    field.type,
    range,
  );
  const signals = useResource(lastSignals, []);
  useRefresh(signals.reload, refreshed);
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setSearch({ without: [...next].join(",") || undefined });
  };
  return (
    <>
      <Panel title={<FieldPicker fields={fields} field={field} />}>
        <Loaded resource={lines}>
          {(loaded) => <Lines data={together(bots, loaded, field.field)} name={nameOf(field)} />}
        </Loaded>
      </Panel>
      <Panel title="Bots" flush>
        <BotRows
          bots={fitting}
          left={left}
          lines={lines.value}
          field={field.field}
          name={nameOf(field)}
          signals={signals.value}
          onToggle={toggle}
        />
      </Panel>
    </>
  );
}

function FieldPicker({ fields, field }: { fields: readonly MetricField[]; field: MetricField }) {
  return (
    <label>
      <span class="hidden-text">Field</span>
      <select
        value={nameOf(field)}
        onChange={({ currentTarget }) =>
          setSearch({ field: currentTarget.value, without: undefined, hide: undefined })
        }
      >
        {fields.map((one) => (
          <option key={nameOf(one)} value={nameOf(one)}>
            {printable(nameOf(one))}
          </option>
        ))}
      </select>
    </label>
  );
}

function Lines({ data, name }: { data: Together; name: string }) {
  const hidden = readNames(search.value.get("hide"));
  const { range } = readRange(search.value);
  if (data.times.length === 0) return <Empty>None of the bots has a value in this time.</Empty>;
  const last = Math.max(data.times.at(-1)!, platformNow() / 1000);
  const shown: [number, number] =
    "from" in range
      ? [range.from, range.to]
      : "last" in range && !range.fits
        ? [last - range.last, last]
        : [data.times[0]! - 1, last];
  const latest = data.labels.map((label, index) => {
    const value = data.columns[index]!.findLast((one) => typeof one === "number");
    return `${label} ${readable(value)}`;
  });
  return (
    <Chart
      summary={printable(`${name}: ${latest.join(", ")}`)}
      series={data.labels.map((label) => ({ label, scale: "left", shown: !hidden.has(label) }))}
      times={data.times}
      columns={data.columns}
      range={shown}
      height={380}
      onZoom={(from, to) => setSearch(rangeParams({ from, to }))}
      onReset={() => setSearch(rangeParams(usual))}
      onToggle={(label) => setSearch({ hide: toggled(hidden, label) || undefined })}
    />
  );
}
