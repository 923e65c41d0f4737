import { gapsIn } from "./chart/gaps.ts";

type Point = [time: number, value: number];

/** A small line without axes: the shape of some values over time. `label` says it in words. */
export function Sparkline({ points, label }: { points: Point[]; label: string }) {
  const { line, dots } = pathsOf(points);
  return (
    <svg class="sparkline" viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      {line && <path d={line} />}
      {dots && <path class="dots" d={dots} />}
    </svg>
  );
}

/**
 * Returns what to draw in a box of 100 by 24: the line, with a break where values are missing, and a dot for each value
 * between two breaks. Values that are all the same are in the middle.
 */
export function pathsOf(points: readonly Point[]): { line: string; dots: string } {
  const times = points.map(([time]) => time);
  const values = points.map(([, value]) => value);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  // Halves, because the distance of two large values may be no number.
  const [low, high] = [Math.min(...values) / 2, Math.max(...values) / 2];
  const placeOf = ([time, value]: Point) => {
    const x = last === first ? 50 : ((time - first) / (last - first)) * 100;
    const y = high === low ? 12 : 22 - ((value / 2 - low) / (high - low)) * 20;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  let line = "";
  let dots = "";
  let from = 0;
  for (const end of [...gapsIn(times), points.length]) {
    const places = points.slice(from, end).map(placeOf);
    // A line without length has no cap in every browser.
    if (places.length === 1) dots += `M${places[0]}h0.01`;
    else if (places.length > 1) line += `M${places.join("L")}`;
    from = end;
  }
  return { line, dots };
}
