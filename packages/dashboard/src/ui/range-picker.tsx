import { presets, rangeParams, readRange, usual } from "../lib/time-range.ts";
import { writtenRange } from "../lib/times.ts";
import { search, setSearch } from "../lib/url.ts";
import { Button } from "./button.tsx";

/** Chooses the time shown; the address of the page holds it. */
export function RangePicker() {
  const { key, range } = readRange(search.value);
  return (
    <div class="actions">
      {"from" in range && (
        <Button kind="quiet" onClick={() => setSearch(rangeParams(usual))}>
          {writtenRange("full", range.from * 1000, range.to * 1000)} ✕
        </Button>
      )}
      <label>
        <span class="hidden-text">Time</span>
        <select
          value={key ?? ""}
          onChange={({ currentTarget }) => setSearch(rangeParams(currentTarget.value))}
        >
          {key === undefined && <option value="">Chosen range</option>}
          {Object.entries(presets).map(([value, { name }]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
