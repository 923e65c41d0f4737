import { useMemo, useState } from "preact/hooks";
import { search, setSearch } from "../../app/url.ts";
import { BotStatus } from "../../domain/bot-status.tsx";
import { platformNow } from "../../lib/clock.ts";
import { rangeParams, readRange, usual } from "../../lib/time-range.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Chart } from "../../ui/chart/chart.tsx";
import { readable } from "../../ui/chart/numbers.ts";
import { Empty, Loaded, Panel } from "../../ui/panel.tsx";
import { RangePicker } from "../../ui/range-picker.tsx";
import { type Candidate, listCandidates, loadType } from "./api/compare.ts";
import { fieldsOf, nameOf, type Together, together } from "./together.ts";

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
  const fitting = candidates.filter(({ latest }) =>
    latest.some(({ type, data }) => type === field.type && typeof data[field.field] === "number"),
  );
  const left = new Set(search.value.get("without")?.split(",") ?? []);
  const bots = fitting.map(({ bot }) => bot).filter(({ bot_id }) => !left.has(bot_id));
  const { range } = readRange(search.value);
  const ids = bots.map(({ bot_id }) => bot_id);
  const records = useResource(() => loadType(ids, field.type, range), [ids, field.type, range]);
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setSearch({ without: [...next].join(",") });
  };
  return (
    <>
      <Panel
        title={
          <label>
            <span class="hidden-text">Field</span>
            <select
              value={nameOf(field)}
              onChange={({ currentTarget }) => setSearch({ field: currentTarget.value, without: undefined })}
            >
              {fields.map((one) => (
                <option key={nameOf(one)} value={nameOf(one)}>
                  {nameOf(one)}
                </option>
              ))}
            </select>
          </label>
        }
      >
        <Loaded resource={records}>
          {(loaded) => <Lines data={together(bots, loaded, field.field)} name={nameOf(field)} />}
        </Loaded>
      </Panel>
      <Panel title="Bots" flush>
        <div class="table-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Shown</th>
                <th scope="col">Bot</th>
                <th scope="col">Status</th>
                <th scope="col" class="number">
                  {nameOf(field)}
                </th>
              </tr>
            </thead>
            <tbody>
              {fitting.map(({ bot, latest }) => (
                <tr key={bot.bot_id}>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`Show ${bot.name}`}
                      checked={!left.has(bot.bot_id)}
                      onChange={() => toggle(bot.bot_id)}
                    />
                  </td>
                  <th scope="row">
                    <a class="given" href={`/bots/${encodeURIComponent(bot.bot_id)}`}>
                      {bot.name}
                    </a>
                  </th>
                  <td>
                    <BotStatus status={bot.status} />
                  </td>
                  <td class="number">
                    {readable(latest.find(({ type }) => type === field.type)?.data[field.field] as number)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  );
}

function Lines({ data, name }: { data: Together; name: string }) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { range } = readRange(search.value);
  if (data.times.length === 0) return <Empty>None of the bots has a value in this time.</Empty>;
  const last = Math.max(data.times.at(-1)!, platformNow() / 1000);
  const shown: [number, number] =
    "from" in range
      ? [range.from, range.to]
      : "last" in range && !range.fits
        ? [last - range.last, last]
        : [data.times[0]! - 1, last];
  return (
    <Chart
      summary={`${name} of ${data.labels.length} lines: ${data.labels.join(", ")}`}
      series={data.labels.map((label) => ({ label, scale: "left", shown: !hidden.has(label) }))}
      times={data.times}
      columns={data.columns}
      range={shown}
      height={380}
      onZoom={(from, to) => setSearch(rangeParams({ from, to }))}
      onReset={() => setSearch(rangeParams(usual))}
      onToggle={(label) => {
        const next = new Set(hidden);
        if (!next.delete(label)) next.add(label);
        setHidden(next);
      }}
    />
  );
}
