import { useMemo, useRef } from "preact/hooks";
import { platformNow } from "../../lib/clock.ts";
import { readNames, toggled } from "../../lib/names.ts";
import { printable } from "../../lib/printable.ts";
import { rangeParams, readRange, usual } from "../../lib/time-range.ts";
import { search, setSearch } from "../../lib/url.ts";
import { useRefresh } from "../../platform/use-refresh.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { withUnit } from "../../ui/chart/numbers.ts";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { RangePicker } from "../../ui/range-picker.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { lastSignals, listCandidates } from "./api/compare.ts";
import { BotRows } from "./bot-rows.tsx";
import { type Candidate, comparedAtMost, fieldsOf, type MetricField, nameOf, ordered } from "./candidates.ts";
import { keepChoice, readChoice } from "./choice.ts";
import { shownRows } from "./shown-rows.ts";
import { type Comparing, type Together, together } from "./together.ts";
import { type FieldsByBot, useFields } from "./use-fields.ts";
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
      <Loaded resource={candidates}>{(all) => <Asked candidates={all} />}</Loaded>
    </>
  );
}

/** Asks what the bots emit: a few bots all, of many only those that are compared. */
function Asked({ candidates }: { candidates: Candidate[] }) {
  const wanted = search.value.get("field");
  const all = useMemo(() => ordered(candidates, wanted), [candidates, wanted]);
  const { ids } = readChoice(all);
  const isAll = all.length <= comparedAtMost;
  const fields = useFields(isAll ? all.map(({ bot }) => bot.bot_id) : ids);
  return (
    <Loaded
      resource={fields}
      empty={(known) => isAll && fieldsOf(known.values()).length === 0 && <NoMetrics />}
    >
      {(known) => <Compare candidates={all} known={known} />}
    </Loaded>
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

function Compare({ candidates, known }: { candidates: Candidate[]; known: FieldsByBot }) {
  const fields = useMemo(() => {
    const trends = candidates.flatMap(({ bot, trend }) => (trend && !known.has(bot.bot_id) ? [[trend]] : []));
    return fieldsOf([...known.values(), ...trends]);
  }, [candidates, known]);
  const wanted = search.value.get("field");
  const { ids, isExplicit } = readChoice(candidates);
  const [usualField = fields[0]] = fieldsOf(ids.map((id) => known.get(id) ?? []));
  const field = fields.find((one) => nameOf(one) === wanted) ?? usualField;
  const name = field ? nameOf(field) : "value";
  const fits = (id: string) => known.get(id)?.some((one) => nameOf(one) === name) ?? false;
  const drawn = ids.filter(fits);
  const checked = new Set(isExplicit ? ids : drawn);
  const bots = candidates.flatMap(({ bot }) => (drawn.includes(bot.bot_id) ? [bot] : []));
  const { range } = readRange(search.value);
  const comparing = readComparing();
  const lines = useLines(drawn, field?.type ?? "", range);
  const rows = shownRows(candidates, {
    words: search.value.get("q") ?? "",
    isChecked: (id) => checked.has(id),
    isLeftOut: (id) => known.has(id) && !fits(id),
  });
  const signals = useSignals(rows.bots.map(({ bot_id }) => bot_id));
  const toggle = (id: string) => {
    const next = new Set(checked);
    if (!next.delete(id)) next.add(id);
    const first = candidates.slice(0, comparedAtMost).map(({ bot }) => bot.bot_id);
    keepChoice(next, first.filter(fits));
  };
  return (
    <>
      <Panel
        title={field && <FieldPicker fields={fields} field={field} />}
        actions={<HowCompared {...comparing} canAdd={drawn.length > 1} />}
      >
        <Loaded resource={lines}>
          {(loaded) => (
            <Lines
              data={together(bots, loaded, field?.field ?? "", comparing)}
              name={comparing.inPercent ? `${name}, % since start` : name}
              unit={comparing.inPercent ? "%" : ""}
            />
          )}
        </Loaded>
      </Panel>
      <Panel title="Bots" actions={candidates.length > comparedAtMost && <Search />} flush>
        {candidates.length > comparedAtMost && (
          <p class="table-note soft small">
            {checked.size} of {candidates.length.toLocaleString()} bots are compared, at most {comparedAtMost}{" "}
            at once{checked.size >= comparedAtMost && ": leave one out to add another"}.
            {rows.hidden > 0 && ` ${rows.hidden.toLocaleString()} more are found by a search.`}
          </p>
        )}
        <BotRows
          bots={rows.bots}
          drawn={drawn}
          checked={checked}
          mayAdd={checked.size < comparedAtMost}
          lines={lines.value}
          field={field?.field ?? ""}
          name={name}
          hasTotal={comparing.hasTotal && !comparing.inPercent}
          signals={signals}
          onToggle={toggle}
        />
      </Panel>
    </>
  );
}

/** The last signals of these bots; those of earlier ones stay meanwhile. */
function useSignals(ids: readonly string[]) {
  const signals = useResource((signal) => lastSignals(ids, signal), [ids]);
  useRefresh(signals.reload, refreshed);
  const known = useRef(signals.value);
  if (signals.value) known.current = new Map([...(known.current ?? []), ...signals.value]);
  return known.current;
}

function Search() {
  return (
    <SearchField
      label="Search"
      placeholder="Search by name or type"
      value={search.value.get("q") ?? ""}
      onSearch={(q) => setSearch({ q })}
    />
  );
}

const readComparing = () => ({
  inPercent: search.value.get("as") === "percent",
  hasTotal: search.value.get("total") === "on",
});

/** Values as they are or in percent; and their sum, which has a meaning only if all are of one kind. */
function HowCompared({ inPercent, hasTotal, canAdd }: Required<Comparing> & { canAdd: boolean }) {
  return (
    <div class="actions small">
      <label>
        <input
          type="checkbox"
          checked={inPercent}
          onChange={({ currentTarget }) => setSearch({ as: currentTarget.checked ? "percent" : undefined })}
        />{" "}
        % since start
      </label>
      {canAdd && !inPercent && (
        <label>
          <input
            type="checkbox"
            checked={hasTotal}
            onChange={({ currentTarget }) => setSearch({ total: currentTarget.checked ? "on" : undefined })}
          />{" "}
          Total
        </label>
      )}
      {canAdd && inPercent && hasTotal && <span class="soft">Percentages have no total.</span>}
    </div>
  );
}

function FieldPicker({ fields, field }: { fields: readonly MetricField[]; field: MetricField }) {
  return (
    <label>
      <span class="hidden-text">Field</span>
      <select
        value={nameOf(field)}
        onChange={({ currentTarget }) => setSearch({ field: currentTarget.value, hide: undefined })}
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

function Lines({ data, name, unit }: { data: Together; name: string; unit: string }) {
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
    return `${label} ${withUnit(value, unit)}`;
  });
  return (
    <Chart
      summary={printable(`${name}: ${latest.join(", ")}`)}
      series={data.labels.map((label) => ({ label, scale: "left", shown: !hidden.has(label) }))}
      times={data.times}
      columns={data.columns}
      unit={unit}
      range={shown}
      height={380}
      onZoom={(from, to) => setSearch(rangeParams({ from, to }))}
      onReset={() => setSearch(rangeParams(usual))}
      onToggle={(label) => setSearch({ hide: toggled(hidden, label) || undefined })}
    />
  );
}
