import { writtenRange } from "../../lib/times.ts";
import { setSearch } from "../../lib/url.ts";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { type LogView, levels, ranges } from "./log-view.ts";

export const noFilter = {
  ...{ level: undefined, q: undefined, run: undefined },
  ...{ range: undefined, from: undefined, to: undefined },
};

/** Chooses the lines that are shown. A chosen line is left, because it may not be among them. */
export function Filters({ view }: { view: LogView }) {
  const choose = (values: Record<string, string | undefined>) => setSearch({ ...values, line: undefined });
  return (
    <div class="log-filters">
      <label>
        <span class="hidden-text">Lowest level</span>
        <select
          value={view.level ?? "trace"}
          onChange={({ currentTarget: { value } }) =>
            choose({ level: value === "trace" ? undefined : value })
          }
        >
          {levels.map((level) => (
            <option key={level} value={level}>
              {level === "trace" ? "All levels" : level === "fatal" ? "fatal" : `${level} and above`}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="hidden-text">Time</span>
        <select
          value={view.from ? "" : (view.last ?? "all")}
          onChange={({ currentTarget: { value } }) =>
            choose({ range: value === "all" ? undefined : value, from: undefined, to: undefined })
          }
        >
          {view.from && <option value="">Chosen range</option>}
          <option value="all">Any time</option>
          {ranges.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <SearchField
        class="log-search"
        label="Text"
        maxLength={200}
        placeholder="Text in the message or the fields"
        value={view.q ?? ""}
        onSearch={(q) => choose({ q })}
      />
      {view.from && view.to && (
        <Button kind="quiet" onClick={() => choose({ from: undefined, to: undefined })}>
          {writtenRange("full", Date.parse(view.from), Date.parse(view.to))} ✕
        </Button>
      )}
      {view.run_id && (
        <Button
          kind="quiet"
          title={view.run_id}
          aria-label={`Show the lines of all runs, not only of ${view.run_id}`}
          onClick={() => choose({ run: undefined })}
        >
          Run …{view.run_id.slice(-6)} ✕
        </Button>
      )}
    </div>
  );
}
