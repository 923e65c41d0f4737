import { printable } from "../../lib/printable.ts";
import { written } from "../../lib/times.ts";
import { withUnit } from "./numbers.ts";
import type { Series } from "./options.ts";

interface Props {
  series: readonly Series[];
  colours: readonly string[];
  values: (number | null)[];
  unit: string;
  /** Seconds since the epoch. */
  time: number | undefined;
  onToggle(label: string): void;
}

/** The series with their values under the cursor. Each hides and shows its line. */
export function Legend({ series, colours, values, unit, time, onToggle }: Props) {
  return (
    <div class="legend small">
      <span class="soft">{time === undefined ? "No data" : written("zoned", time * 1000)}</span>
      {series.map((one, index) => (
        <button
          key={one.label}
          type="button"
          aria-pressed={one.shown}
          title={one.shown ? "Hide this line" : "Show this line"}
          onClick={() => onToggle(one.label)}
        >
          <i
            data-dashed={index >= colours.length}
            style={{ borderTopColor: colours[index % colours.length] }}
          />
          <span class="given">{printable(one.label)}</span>
          <strong>{withUnit(values[index], unit)}</strong>
          {one.scale === "right" && <span class="soft">right axis</span>}
        </button>
      ))}
    </div>
  );
}
