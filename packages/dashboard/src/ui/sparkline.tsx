/** A small line without axes: the shape of some values over time. `label` says it in words. */
export function Sparkline({ points, label }: { points: [time: number, value: number][]; label: string }) {
  return (
    <svg class="sparkline" viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={pathOf(points)} />
    </svg>
  );
}

/** Returns the line in a box of 100 by 24; values that are all the same are a line in the middle, and one value is a dot. */
export function pathOf(points: [time: number, value: number][]): string {
  const times = points.map(([time]) => time);
  const values = points.map(([, value]) => value);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return points
    .map(([time, value], index) => {
      const x = last === first ? 50 : ((time - first) / (last - first)) * 100;
      const y = high === low ? 12 : 22 - ((value - low) / (high - low)) * 20;
      return `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("")
    .concat(points.length === 1 ? "h0" : "");
}
