import type { Column } from "./gaps.ts";
import { drawable } from "./numbers.ts";

/**
 * Returns a column as uPlot draws it. uPlot interrupts a line only between the times beside a null. These may belong to
 * other lines, so a break is widened to reach from the value before it to the value after it.
 */
export function drawn(column: Column): Column {
  const values = column.every((value) => value === drawable(value)) ? column : column.map(drawable);
  const breaks = values.flatMap((value, at) => (value === null ? [at] : []));
  if (!breaks.some((at) => values[at - 1] === undefined || values[at + 1] === undefined)) return values;
  const wide = values.slice();
  for (const at of breaks)
    for (const step of [-1, 1])
      for (let next = at + step; next >= 0 && next < wide.length && wide[next] === undefined; next += step)
        wide[next] = null;
  return wide;
}
